import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { Listener } from "../sandbox/listener";
import { seedSellers } from "../sandbox/seed";
import type { StoredSeller } from "../sandbox/types";

/*
 * Backends made after other systems' documentation and sources, each with its own names, statuses
 * and bodies. They accept every token, and refuse a request without one.
 */

type Row = StoredSeller & { version: number };
type Call = { method: string; id: string; query: URLSearchParams; body: Record<string, unknown>; ifMatch?: string };
type Answer = { status: number; body?: unknown; headers?: Record<string, string | undefined> };
export type ForeignSystem = (call: Call, rows: Row[]) => Answer;

export class ForeignBackend {
  readonly rows: Row[];
  readonly #listener = new Listener();

  constructor(system: ForeignSystem, count: number) {
    this.rows = [...seedSellers(count)].map((seller) => ({ ...plain(seller), version: 0 }));
    this.#listener.handler = async (request, response) => {
      const { pathname, searchParams: query } = new URL(request.url ?? "/", "http://backend");
      const id = decodeURIComponent(/^\/api\/sellers\/([^/]+)$/.exec(pathname)?.[1] ?? "");
      const isSellers = id !== "" || pathname === "/api/sellers";
      const { method = "", headers } = request;
      const call = { method, id, query, body: await readBody(request), ifMatch: headers["if-match"] };
      const answer = !headers.authorization ? { status: 401 } : isSellers ? system(call, this.rows) : { status: 404 };
      response.writeHead(answer.status, { "Content-Type": "application/json", ...answer.headers });
      response.end(answer.body === undefined ? undefined : JSON.stringify(answer.body));
    };
  }

  async start(): Promise<this> {
    await this.#listener.start();
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#listener.port}`;
  }

  close(): Promise<void> {
    return this.#listener.stop();
  }
}

const FIELDS = ["id", "displayName", "email", "firstName", "surname", "mpk", "accountEnabled"];
const OPTIONAL = { firstName: null, surname: null };

const plain = (seller: StoredSeller) =>
  Object.fromEntries(Object.entries(seller).filter(([field]) => FIELDS.includes(field))) as StoredSeller;
const fieldsIn = (body: object) => Object.fromEntries(Object.entries(body).filter(([field]) => FIELDS.includes(field)));
const fieldOf = (row: Row, field: string) => (row[field] ?? "") as string | boolean;
const texts = (row: Row) => FIELDS.map((field) => String(row[field] ?? "").toLowerCase());

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text ? JSON.parse(text) : {};
}

/** Sorts by character codes, as most databases of these systems do by default. */
function sorted(rows: readonly Row[], field: string | undefined, isDescending: boolean): Row[] {
  if (!field) return [...rows];
  const [less, more] = isDescending ? [1, -1] : [-1, 1];
  const compare = (a: string | boolean, b: string | boolean) => (a < b ? less : a > b ? more : 0);
  return rows.toSorted((a, b) => compare(fieldOf(a, field), fieldOf(b, field)));
}

/** Changes or adds a row; its version counts the changes. */
function save(rows: Row[], id: string, fields: object): Row {
  const at = rows.findIndex((row) => row.id === id);
  const row = { ...(fields as Row), id, version: (rows[at]?.version ?? -1) + 1 };
  rows.splice(at < 0 ? rows.length : at, 1, row);
  return row;
}

/**
 * OData 4.01: URL Conventions §5.1 ($search, $orderby, $skip, $top, $count), §4.3.1 (keys as
 * segments), Protocol §11.4 (204 after a change); an unknown option with $ must fail.
 */
export const odata: ForeignSystem = ({ method, id, query, body }, rows) => {
  const known = ["$search", "$orderby", "$skip", "$top", "$count"];
  const bad = [...query.keys()].find((name) => name.startsWith("$") && !known.includes(name));
  if (bad)
    return { status: 400, body: { error: { code: "400", message: `The query option ${bad} is not supported` } } };
  const entity = ({ version, ...row }: Row) => ({ "@odata.etag": `W/"${version}"`, ...OPTIONAL, ...row });
  const one = (row: Row) => ({ "@odata.context": "$metadata#sellers/$entity", ...entity(row) });
  if (id) {
    const row = rows.find((each) => each.id === id);
    if (!row) return { status: 404, body: { error: { code: "404", message: "Not found" } } };
    if (method === "GET") return { status: 200, body: one(row), headers: { ETag: `W/"${row.version}"` } };
    save(rows, id, method === "PATCH" ? { ...row, ...fieldsIn(body) } : fieldsIn(body));
    return { status: 204 };
  }
  if (method === "POST") {
    const row = save(rows, randomUUID(), { accountEnabled: true, ...fieldsIn(body) });
    return { status: 201, body: one(row), headers: { Location: `/api/sellers/${row.id}` } };
  }
  const words = (query.get("$search") ?? "").toLowerCase().split(" ").filter(Boolean);
  const found = rows.filter((row) => words.every((word) => texts(row).some((text) => text.includes(word))));
  const [field, direction] = (query.get("$orderby") ?? "").split(" ");
  const skip = Number(query.get("$skip") ?? 0);
  const page = sorted(found, field, direction === "desc").slice(skip, skip + Number(query.get("$top") ?? rows.length));
  const count = query.get("$count") === "true" ? { "@odata.count": found.length } : {};
  return { status: 200, body: { "@odata.context": "$metadata#sellers", ...count, value: page.map(entity) } };
};

/**
 * Spring Data REST: HAL, pages from 0 of at most 1,000, `sort=property,direction` where an unknown
 * property is passed over; ids are in the body because `exposeIdsFor` is set, ETags by `@Version`.
 */
export const springDataRest: ForeignSystem = ({ method, id, query, body, ifMatch }, rows) => {
  const links = (row: Row) => ({ _links: { self: { href: `/api/sellers/${row.id}` } } });
  const entity = ({ version, ...row }: Row) => ({ ...OPTIONAL, ...row, ...links({ version, ...row } as Row) });
  const one = (row: Row, status = 200) => ({ status, body: entity(row), headers: { ETag: `"${row.version}"` } });
  if (id) {
    const row = rows.find((each) => each.id === id);
    if (!row) return { status: 404 };
    if (method === "GET") return one(row);
    if (ifMatch && ifMatch !== `"${row.version}"`) return { status: 412 };
    return one(save(rows, id, method === "PATCH" ? { ...row, ...fieldsIn(body) } : fieldsIn(body)));
  }
  if (method === "POST") return one(save(rows, randomUUID(), { accountEnabled: true, ...fieldsIn(body) }), 201);
  const number = Math.max(0, Number(query.get("page") ?? 0));
  const size = Math.min(Number(query.get("size") ?? 20), 1_000);
  const [property = "", direction] = (query.get("sort") ?? "").split(",");
  const field = FIELDS.find((each) => each === property);
  const sellers = sorted(rows, field, direction?.toLowerCase() === "desc").slice(number * size, (number + 1) * size);
  const page = { size, totalElements: rows.length, totalPages: Math.ceil(rows.length / size), number };
  return { status: 200, body: { _embedded: { sellers: sellers.map(entity) }, _links: {}, page } };
};

/**
 * json-server 0.17 with `--routes` for /api (lib/server/router/plural.js): `q` in all fields,
 * filters by equal fields, unknown ones ignored, X-Total-Count beside `_page` or `_limit`.
 */
export const jsonServer017: ForeignSystem = (call, rows) => {
  if (call.id || call.method === "POST") return jsonServerRecord(call, rows);
  const { query } = call;
  const q = query.get("q")?.toLowerCase();
  const filters = [...query].filter(([name]) => FIELDS.includes(name));
  const found = rows
    .filter((row) => !q || texts(row).some((text) => text.includes(q)))
    .filter((row) => filters.every(([name, value]) => String(row[name]) === value));
  const list = sorted(found, query.get("_sort") ?? undefined, query.get("_order")?.toLowerCase() === "desc");
  const limit = Number(query.get("_limit"));
  const headers: Record<string, string> =
    query.has("_page") || query.has("_limit") ? { "X-Total-Count": String(list.length) } : {};
  const page = Math.max(1, Number(query.get("_page")) || 1);
  const start = query.has("_page") ? (page - 1) * (limit || 10) : Number(query.get("_start") ?? 0);
  const isWhole = !query.has("_page") && !query.has("_limit");
  return {
    status: 200,
    body: (isWhole ? list : list.slice(start, start + (limit || 10))).map(withoutVersion),
    headers,
  };
};

/**
 * json-server 1.0 behind a proxy that drops /api (lib/service.js): `_limit` wins over `_page`,
 * whose pages come in an object and end at the last one; there is no search.
 */
export const jsonServer1: ForeignSystem = (call, rows) => {
  if (call.id || call.method === "POST") return jsonServerRecord(call, rows);
  const { query } = call;
  const enabled = query.get("accountEnabled");
  const found = rows.filter((row) => !enabled || row.accountEnabled === (enabled === "true"));
  const sort = query.get("_sort") ?? "";
  const list = sorted(found, sort.replace(/^-/, "") || undefined, sort.startsWith("-")).map(withoutVersion);
  const number = (name: string) => Number.parseInt(query.get(name) ?? "", 10) || 0;
  if (query.has("_start"))
    return { status: 200, body: list.slice(number("_start"), number("_start") + number("_limit")) };
  if (query.has("_limit")) return { status: 200, body: list.slice(0, number("_limit")) };
  if (!query.has("_page")) return { status: 200, body: list };
  const perPage = number("_per_page") || 10;
  const pages = Math.ceil(list.length / perPage);
  const page = Math.max(1, Math.min(number("_page"), pages));
  const next = page < pages ? page + 1 : null;
  const data = list.slice((page - 1) * perPage, page * perPage);
  const body = { first: 1, prev: page > 1 ? page - 1 : null, next, last: pages, pages, items: list.length, data };
  return { status: 200, body };
};

const withoutVersion = ({ version, ...row }: Row) => row;

/** One record of either json-server; Express and tinyhttp send weak ETags. */
function jsonServerRecord({ method, id, body }: Call, rows: Row[]): Answer {
  if (!id) return { status: 201, body: withoutVersion(save(rows, randomUUID().slice(0, 7), body)) };
  const row = rows.find((each) => each.id === id);
  if (!row) return { status: 404, body: {} };
  const changed = method === "GET" ? row : save(rows, id, method === "PATCH" ? { ...row, ...body } : body);
  return { status: 200, body: withoutVersion(changed), headers: { ETag: `W/"${changed.version}"` } };
}

/**
 * Django REST framework: a ModelViewSet whose router has `trailing_slash=False`,
 * PageNumberPagination with `page_size_query_param` and `max_page_size = 100`, SearchFilter,
 * OrderingFilter and django-filter. PUT leaves fields alone that aren't sent and aren't required.
 */
export const djangoRest: ForeignSystem = ({ method, id, query, body }, rows) => {
  const entity = ({ version, ...row }: Row) => ({ ...OPTIONAL, ...row });
  const wrong = (sent: Record<string, unknown>) => ({
    ...(sent.email !== undefined && !/@/.test(String(sent.email)) ? { email: ["Enter a valid email address."] } : {}),
    ...(method === "PATCH" || sent.mpk ? {} : { mpk: ["This field is required."] }),
  });
  if (id) {
    const row = rows.find((each) => each.id === id);
    if (!row) return { status: 404, body: { detail: "No Seller matches the given query." } };
    if (method === "GET") return { status: 200, body: entity(row) };
    const errors = wrong(body);
    if (Object.keys(errors).length > 0) return { status: 400, body: errors };
    return { status: 200, body: entity(save(rows, id, { ...row, ...fieldsIn(body) })) };
  }
  if (method === "POST") {
    const errors = wrong(body);
    if (Object.keys(errors).length > 0) return { status: 400, body: errors };
    return { status: 201, body: entity(save(rows, randomUUID(), { accountEnabled: true, ...fieldsIn(body) })) };
  }
  const words = (query.get("search") ?? "").toLowerCase().split(/[ ,]+/).filter(Boolean);
  const enabled = query.get("accountEnabled");
  const found = rows
    .filter((row) => words.every((word) => texts(row).some((text) => text.includes(word))))
    .filter((row) => !enabled || row.accountEnabled === (enabled === "true"));
  const ordering = query.get("ordering") ?? "";
  const field = FIELDS.find((each) => each === ordering.replace(/^-/, ""));
  const size = Math.min(Number(query.get("page_size")) || 20, 100);
  const page = Number(query.get("page") ?? 1);
  const pages = Math.max(1, Math.ceil(found.length / size));
  if (!(page >= 1 && page <= pages)) return { status: 404, body: { detail: "Invalid page." } };
  const results = sorted(found, field, ordering.startsWith("-")).slice((page - 1) * size, page * size);
  const link = (number: number) => (number >= 1 && number <= pages ? `/api/sellers?page=${number}` : null);
  const links = { next: link(page + 1), previous: link(page - 1) };
  return { status: 200, body: { count: found.length, ...links, results: results.map(entity) } };
};

/** JSON:API 1.1: fields within `attributes`, changes by PATCH alone. */
export const jsonApi: ForeignSystem = ({ method, id, query }, rows) => {
  const headers = { "Content-Type": "application/vnd.api+json" };
  const resource = ({ id: key, version, ...attributes }: Row) => ({ type: "sellers", id: key, attributes });
  if (method === "PUT") return { status: 405, headers };
  if (method !== "GET") return { status: 415, headers };
  if (id) {
    const row = rows.find((each) => each.id === id);
    return row ? { status: 200, body: { data: resource(row) }, headers } : { status: 404, headers };
  }
  const [number, size] = [Number(query.get("page[number]") ?? 1), Number(query.get("page[size]") ?? 20)];
  const data = rows.slice((number - 1) * size, number * size).map(resource);
  return { status: 200, body: { data, meta: { total: rows.length }, links: {} }, headers };
};
