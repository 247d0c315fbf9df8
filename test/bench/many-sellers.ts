import { createServer } from "node:http";
import { seedSellers } from "../sandbox/seed";
import type { StoredSeller } from "../sandbox/types";
import { listen } from "../support/listen";

/** How the backend returns its list: in pages, or all sellers as a bare array. */
export type SellersMode = "paged" | "list";

/** A backend that needs no token and may hold a million sellers, which it makes when they are read. */
export type ManySellers = {
  /** SELLERS_API_URL */
  url: string;
  /** From now on the backend holds so many sellers. */
  hold(count: number, mode: SellersMode): void;
  close(): void;
};

/** These sellers are repeated, with other numbers, until there are enough. */
const KINDS = [...seedSellers(1_000)];
const LARGEST_PAGE = 1_000;

export async function manySellers(): Promise<ManySellers> {
  let held = { count: 0, mode: "paged" as SellersMode };
  /** The answer with all sellers, by their number: each is made once. */
  const whole = new Map<number, Buffer>();
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://backend");
    response.setHeader("Content-Type", "application/json");
    const { count, mode } = held;
    const [, id] = /^\/api\/sellers\/\d{8}-.*-(\d{12})$/.exec(pathname) ?? [];
    if (id) return response.end(JSON.stringify({ seller: sellerAt(Number(id)) }));
    if (mode === "list") {
      const bytes = whole.get(count) ?? Buffer.from(JSON.stringify(sellers(0, count)));
      whole.set(count, bytes);
      return response.end(bytes);
    }
    const size = Math.min(Number(searchParams.get("pageSize") ?? 20), LARGEST_PAGE);
    const first = (Number(searchParams.get("page") ?? 1) - 1) * size;
    return response.end(JSON.stringify({ sellers: sellers(first, Math.min(first + size, count)), total: count }));
  });
  return {
    url: `http://127.0.0.1:${await listen(server)}`,
    hold: (count, mode) => {
      held = { count, mode };
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function sellers(from: number, to: number): StoredSeller[] {
  return Array.from({ length: Math.max(0, to - from) }, (_none, at) => sellerAt(from + at));
}

function sellerAt(at: number): StoredSeller {
  const kind = KINDS[at % KINDS.length] as StoredSeller;
  const number = String(at).padStart(12, "0");
  return { ...kind, id: `00000000-0000-4000-8000-${number}`, email: `${at}.${kind.email}`, mpk: number.slice(-6) };
}
