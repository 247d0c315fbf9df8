import { z } from "zod";
import type { Seller } from "~/domain/seller";
import type { Answer } from "../backend-call";
import { BackendError } from "../backend-error";
import { type ListContract, MAX_APP_SELLERS } from "./list-contract";
import { parseJson } from "./parse-json";
import { wireSeller } from "./seller-wire";

const wholeNumber = /^\d{1,15}$/;
const totalSchema = z
  .union([z.int().nonnegative(), z.string().trim().regex(wholeNumber).transform(Number)])
  .nullish()
  .transform((value) => value ?? undefined);

/** Accepts `[…]`, or an object such as `{ sellers: […], total: 320 }`. @throws BackendError */
export function readListBody({ listKey, totalKey }: Pick<ListContract, "listKey" | "totalKey">, body: unknown) {
  if (Array.isArray(body)) return { rows: body as unknown[], total: undefined };
  const rows = valueAt(body, listKey);
  if (!Array.isArray(rows)) throw new BackendError("sellers", "contract", { contradiction: "list" });
  const total = totalSchema.safeParse(valueAt(body, totalKey));
  if (!total.success) throw new BackendError("sellers", "contract", { contradiction: "total" });
  return { rows: rows as unknown[], total: total.data };
}

/** A key with a dot is a field's own name (`@odata.count`), or else a path (`meta.total`). */
function valueAt(body: unknown, key: string): unknown {
  if (key === "" || typeof body !== "object" || body === null) return undefined;
  if (Object.hasOwn(body, key)) return (body as Record<string, unknown>)[key];
  const dot = key.indexOf(".");
  if (dot < 0) return undefined;
  return valueAt(valueAt(body, key.slice(0, dot)), key.slice(dot + 1));
}

export function totalInHeaders({ headers }: Pick<Answer, "headers">): number | undefined {
  const count = headers.get("X-Total-Count")?.trim() ?? "";
  return wholeNumber.test(count) ? Number(count) : undefined;
}

export function* readListedSellers(
  contract: ListContract,
  bytes: Uint8Array,
): Generator<void, { sellers: Seller[]; total?: number }> {
  const { rows, total } = readListBody(contract, parseJson(bytes));
  if (rows.length > MAX_APP_SELLERS) throw new BackendError("sellers", "contract", { contradiction: "notPaged" });
  const sellers: Seller[] = [];
  for (const row of rows) {
    // `inSlices` serves other requests here.
    if (sellers.length % 64 === 0) yield;
    sellers.push(readRow(row));
  }
  return { sellers, total };
}

function readRow(row: unknown): Seller {
  try {
    return wireSeller.parse(row);
  } catch (error) {
    const isAboutId = error instanceof z.ZodError && error.issues.every(({ path }) => path[0] === "id");
    throw isAboutId ? new BackendError("sellers", "contract", { contradiction: "ids", cause: error }) : error;
  }
}
