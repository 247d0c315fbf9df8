import type { ListContract } from "../../app/.server/backend/contract/list-contract";
import { collator } from "../../app/domain/seller-index";
import type { BackendSession, JudgedList } from "./backend-session";

type Compare = (a: string, b: string) => number;

const ORDERS: [order: string, compare: Compare][] = [
  ["in Polish order", collator.compare],
  ["by character codes: Ł stands after Z", (a, b) => (a < b ? -1 : Number(a > b))],
];

const SIZE = 50;

/** `order` is missing unless two pages prove that descending turns the list round. */
export type OrderProof = { order?: string; fault?: string };

/** Proves that a backend sorts by display name in both directions. */
export async function proveOrder(session: BackendSession, contract: ListContract): Promise<OrderProof> {
  const list = (sort: "displayName" | "-displayName", page: number) =>
    session.list(contract, { sort, page, size: SIZE });
  const [up, down] = [await list("displayName", 1), await list("-displayName", 1)];
  const fault = up.fault ?? down.fault;
  if (fault) return { fault };
  const [rising, falling] = [namesIn(up), namesIn(down)];
  if (rising[0] === falling[0]) return {};
  const order = ORDERS.find(([, compare]) => rises(rising, compare) && rises(falling.toReversed(), compare));
  if (order) return { order: order[0] };
  // In a language that isn't known here, a sorted list read backwards is the descending list.
  const lastPage = Math.ceil((up.total ?? rising.length) / rising.length);
  const ends =
    lastPage === 1 ? [down] : [await list("-displayName", lastPage - 1), await list("-displayName", lastPage)];
  const tail = ends.flatMap(namesIn).toReversed().slice(0, rising.length);
  return tail.join("\n") === rising.join("\n") ? { order: "in an order of its own" } : {};
}

/** Case may be ignored, so that equal names come in any order. */
const namesIn = ({ sellers }: JudgedList) => sellers.map(({ displayName }) => displayName.toLowerCase());

const rises = (names: readonly string[], compare: Compare) =>
  names.every((name, at) => at === 0 || compare(names[at - 1] as string, name) <= 0);
