import { Anchor, Badge, Button, Table, TextInput } from "@mantine/core";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { listSellers } from "../sellers.server";

export const loader = ({ request }: LoaderFunctionArgs) => listSellers(request);

export default function Sellers() {
  const { sellers, q, page, pages } = useLoaderData<typeof loader>();
  return (
    <>
      <Form><TextInput name="q" type="search" aria-label="Szukaj" defaultValue={q} /><Button type="submit">Szukaj</Button></Form>
      <Table>
        <Table.Thead><Table.Tr>{["Nazwa", "E-mail", "Imię", "Nazwisko", "Stan", "MPK"].map((h) => <Table.Th key={h}>{h}</Table.Th>)}</Table.Tr></Table.Thead>
        <Table.Tbody>
          {sellers.map((s) => (
            <Table.Tr key={s.id}>
              <Table.Td><Anchor component={Link} to={`/sellers/${s.id}`}>{s.displayName}</Anchor></Table.Td>
              <Table.Td>{s.email}</Table.Td><Table.Td>{s.firstName}</Table.Td><Table.Td>{s.surname}</Table.Td>
              <Table.Td><Badge color={s.accountEnabled ? "green" : "gray"}>{s.accountEnabled ? "Aktywne" : "Nieaktywne"}</Badge></Table.Td>
              <Table.Td>{s.mpk}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {page < pages && <Anchor component={Link} rel="next" to={`?${new URLSearchParams({ q, page: String(page + 1) })}`}>Następna</Anchor>}
    </>
  );
}
