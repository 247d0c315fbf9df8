import { Anchor, Card, Text, Title } from "@mantine/core";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { findSeller } from "../sellers.server";

export function loader({ params }: LoaderFunctionArgs) {
  const seller = findSeller(params.id);
  if (!seller) throw new Response(null, { status: 404 });
  return { seller };
}

export default function Seller() {
  const { seller } = useLoaderData<typeof loader>();
  return (
    <>
      <Anchor component={Link} to="/sellers">Wróć do listy</Anchor>
      <Title order={1}>{seller.displayName}</Title>
      <Card>{[seller.email, seller.firstName, seller.surname, seller.mpk].map((value) => <Text key={value}>{value}</Text>)}</Card>
    </>
  );
}
