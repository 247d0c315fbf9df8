import { readFileSync } from "node:fs";
import { join } from "node:path";
import Ajv2020 from "ajv/dist/2020.js";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parse } from "yaml";
import { listParameters } from "~/.server/backend/contract/list-contract";
import { readListBody } from "~/.server/backend/contract/list-wire";
import { parseProblem } from "~/.server/backend/contract/problem-details";
import { readSellerRecord, wireSeller } from "~/.server/backend/contract/seller-wire";
import { createDirectoryApi, profileAnswer } from "~/.server/backend/directory-api";
import { createSellersApi } from "~/.server/backend/sellers-api";
import { columns } from "~/domain/file-columns";
import { sorts } from "~/domain/query";
import { root } from "../scripts/lib/project.mjs";
import { callJson, RelyingParty } from "./sandbox/relying-party";
import { type Sandbox, startSandbox } from "./sandbox/sandbox";
import { testEnv } from "./support/test-env";

const APP = "http://127.0.0.1:3000";

/* Compares docs/openapi.yaml with what the app sends and reads, and with what the sandbox answers. */

type Schema = Record<string, unknown>;
type Content = Record<string, { schema?: Schema; examples?: Record<string, { value: unknown }> }>;
type Described = { $ref?: string; content?: Content; name?: string; in?: string; schema?: Schema };
type Operation = {
  parameters?: Described[];
  requestBody?: { content: Content };
  responses: Record<string, Described>;
};
type Document = {
  paths: Record<string, Record<string, Operation> & { parameters?: Described[] }>;
  components: { schemas: Record<string, Schema> };
};

const document = parse(readFileSync(join(root, "docs/openapi.yaml"), "utf8")) as Document;
const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true });
const inDefinitions = <T>(schema: T): T =>
  JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/components/schemas/', '"$ref":"openapi#/$defs/')) as T;
ajv.addSchema({ $id: "openapi", $defs: inDefinitions(document.components.schemas) });

/** Returns what a `$ref` stands for. */
function resolved<T extends { $ref?: string }>(described: T): T {
  if (!described.$ref) return described;
  const steps = described.$ref.slice(2).split("/");
  return steps.reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], document) as T;
}

/** Returns the faults of a value by a schema of the document. */
function faultsOf(schema: Schema | undefined, value: unknown): string[] {
  if (!schema) return ["there is no such schema"];
  const validate = ajv.compile(inDefinitions(schema));
  return validate(value)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** Returns the document's operation for a request, and its parameters. */
function operationOf(method: string, path: string): { operation: Operation; parameters: Described[] } {
  const found = Object.keys(document.paths).find((template) =>
    new RegExp(`^${template.replace(/\{\w+\}/g, "[^/]+")}$`).test(path),
  );
  const item = document.paths[found ?? ""];
  const operation = item?.[method.toLowerCase()];
  if (!item || !operation) throw new Error(`docs/openapi.yaml has no ${method} ${path}`);
  return { operation, parameters: [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(resolved) };
}

const schemaIn = (described: Described | undefined) => Object.values(described?.content ?? {})[0]?.schema;

let sandbox: Sandbox;
let token: string;
let subject: string;
beforeAll(async () => {
  sandbox = await startSandbox({ appUrl: APP, sellers: { count: 30 } });
  Object.assign(process.env, testEnv(sandbox.env));
  token = (await new RelyingParty(sandbox, `${APP}/auth`).signIn(sandbox.accounts.franchisee)).access_token;
  subject = sandbox.accounts.franchisee.sub;
});
afterAll(() => sandbox.close());

function answerOf(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const base = path.startsWith("/api/Directory") ? sandbox.profileUrl : sandbox.sellersUrl;
  return callJson(method, `${base}${path}`, { authorization: `Bearer ${token}`, ...headers }, body);
}

it("The document's schemas are valid, and its examples obey them", () => {
  let count = 0;
  const checkExamples = (described: Described) => {
    for (const { schema, examples = {} } of Object.values(resolved(described).content ?? {})) {
      if (schema) expect(faultsOf(schema, undefined)).not.toEqual([]);
      for (const { value } of Object.values(examples)) {
        expect(faultsOf(schema, value)).toEqual([]);
        count += 1;
      }
    }
  };
  for (const item of Object.values(document.paths)) {
    for (const operation of Object.values(item)) {
      if (!("responses" in operation)) continue;
      for (const response of Object.values(operation.responses)) checkExamples(response);
      if (operation.requestBody) checkExamples(operation.requestBody);
    }
  }
  expect(count).toBeGreaterThan(5);
});

it("The document names the app's parameters and orders, and no others", () => {
  const { parameters } = operationOf("GET", "/api/sellers");
  const inQuery = parameters.filter((parameter) => parameter.in === "query");
  expect(inQuery.map(({ name }) => name).toSorted()).toEqual([...listParameters].toSorted());
  const sort = inQuery.find(({ name }) => name === "sort");
  expect(new Set(sort?.schema?.enum as string[])).toEqual(new Set(sorts));
});

it("The document describes every request that the app sends", async () => {
  sandbox.control.clearRequests();
  const api = createSellersApi({ person: "p1", current: async () => token, renew: async () => undefined });
  const directory = createDirectoryApi({ person: "p1", current: async () => token, renew: async () => undefined });
  const { seller } = await api.create({ displayName: "Nowy", email: "nowy@example.pl", mpk: "1", firstName: "Ewa" });
  const record = await api.get(seller.id);
  await api.patch(seller.id, { accountEnabled: false }, record.etag);
  const changed = await api.get(seller.id);
  await api.update(seller.id, { displayName: "A", email: "nowy@example.pl", mpk: "2", accountEnabled: true }, changed);
  await api.list({ q: "nowy", status: "active", sort: "-mpk", page: 1, size: 20 });
  await directory.find(subject);
  await directory.image(subject);
  const requests = [...sandbox.control.requests("sellers"), ...sandbox.control.requests("profile")];
  requests.push(...sandbox.control.requests("image"));
  expect(new Set(requests.map(({ method }) => method)).size).toBe(4);
  for (const { method, path, query, headers, body } of requests) {
    const { operation, parameters } = operationOf(method, path);
    for (const [name, value] of Object.entries(query)) {
      const parameter = parameters.find((each) => each.in === "query" && each.name === name);
      expect(faultsOf(parameter?.schema, value), `${method} ${path} ${name}`).toEqual([]);
    }
    for (const { name = "", schema } of parameters.filter((each) => each.in === "header")) {
      const value = headers[name.toLowerCase()];
      if (value !== undefined) expect(faultsOf(schema, value), name).toEqual([]);
    }
    expect(operation.requestBody !== undefined).toBe(body !== undefined);
    if (body !== undefined) expect(faultsOf(schemaIn(operation.requestBody), body), `${method} ${path}`).toEqual([]);
  }
  expect(requests.some(({ headers }) => headers["if-match"])).toBe(true);
});

it("The document describes every answer that the sandbox gives", async () => {
  const id = sandbox.control.sellers()[0]?.id ?? "";
  const fields = { displayName: "B", email: "b@example.pl", mpk: "3" };
  const other = sandbox.control.sellers()[1]?.email;
  const calls: [expected: number, ...Parameters<typeof answerOf>][] = [
    [200, "GET", "/api/sellers?page=2&pageSize=5"],
    [400, "GET", "/api/sellers?page=x"],
    [200, "GET", `/api/sellers/${id}`],
    [404, "GET", "/api/sellers/nobody"],
    [201, "POST", "/api/sellers", fields],
    [400, "POST", "/api/sellers", { ...fields, email: "none" }],
    [409, "POST", "/api/sellers", { ...fields, email: other }],
    [412, "PATCH", `/api/sellers/${id}`, { mpk: "4" }, { "if-match": '"old"' }],
    [200, "PATCH", `/api/sellers/${id}`, { mpk: "4" }],
    [200, "PUT", `/api/sellers/${id}`, { ...fields, id, email: "c@example.pl", accountEnabled: true }],
    [401, "GET", "/api/sellers", undefined, { authorization: "" }],
    [200, "GET", `/api/DirectoryObject/${subject}`],
    [403, "GET", "/api/DirectoryObject/nobody"],
  ];
  for (const [expected, method, path, ...rest] of calls) {
    const { status, json } = await answerOf(method, path, ...rest);
    const title = `${method} ${path}: ${status}`;
    expect(status, title).toBe(expected);
    const { operation } = operationOf(method, path.split("?")[0] ?? "");
    const described = operation.responses[status];
    expect(described, title).toBeDefined();
    const schema = schemaIn(resolved(described as Described));
    if (schema) expect(faultsOf(schema, json), title).toEqual([]);
  }
});

it("The document agrees with the app's own schemas on what is readable", () => {
  const answer = (body: unknown) => ({
    status: 200,
    headers: new Headers(),
    bytes: new TextEncoder().encode(JSON.stringify(body)),
  });
  const contract = {
    params: {} as never,
    firstPage: 1,
    sort: "sign",
    listKey: "sellers",
    totalKey: "total",
    maxPageSize: 100,
  } as const;
  const readers: Record<string, (value: unknown) => unknown> = {
    OneSeller: (value) => readSellerRecord(answer(value)),
    SellerList: (value) => readListBody(contract, value).rows.map((row) => wireSeller.parse(row)),
    DirectoryAnswer: (value) => profileAnswer.parse(value),
  };
  const seller = { id: "a", displayName: "B", email: "c@d.pl", accountEnabled: true, mpk: "1" };
  const values: unknown[] = [
    ...columns.flatMap((field) =>
      [undefined, null, "", "x", 7, true, {}, []].map((value) => ({ ...seller, [field]: value })),
    ),
    null,
    7,
    [],
    [seller],
    { seller },
    ...[0, 5, "5", null, undefined, -1, 1.5, "x", "-1"].map((total) => ({ sellers: [seller], total })),
    { sellers: {} },
    ...[null, {}, { directoryObject: null }, { directoryObject: { jobTitle: 7 } }].map((Value) => ({ Value })),
  ];
  for (const [name, read] of Object.entries(readers)) {
    for (const value of values) {
      const isReadable = () => {
        try {
          read(value);
          return true;
        } catch {
          return false;
        }
      };
      const isDescribed = faultsOf({ $ref: `#/components/schemas/${name}` }, plain(value)).length === 0;
      if (isDescribed) expect(isReadable(), `${name} ${JSON.stringify(value)}`).toBe(true);
    }
  }
  expect(parseProblem('{"title":"A","errors":{"email":["b"]}}')).toMatchObject({ errors: { email: ["b"] } });
});

/** Removes properties that are undefined, as JSON does. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
