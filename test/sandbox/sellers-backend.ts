import { createHash, randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener } from "node:http";
import { type Answer, answering, decodePart, Problem, readJsonObject } from "./answers";
import { parseShape, readShapedQuery, shapedAnswer } from "./backend-shape";
import type { BearerCheck } from "./bearer";
import { checkSeller, refuseUnknown, unknownFields } from "./seller-rules";
import type { SellerStore } from "./seller-store";
import type { Rules, StoredSeller } from "./types";

const ITEM_PATH = /^\/api\/sellers\/([^/]+)$/;

export type SellersRules = Pick<Rules, "etags"> & Partial<Rules>;

export function createSellersBackend(store: SellerStore, bearer: BearerCheck, rules: SellersRules): RequestListener {
  const answerOf = (seller: StoredSeller, status = 200): Answer => ({
    status,
    json: { seller },
    headers: {
      ...(rules.etags ? { etag: etagOf(seller) } : {}),
      ...(status === 201 ? { location: `/api/sellers/${seller.id}` } : {}),
    },
  });

  /** The owner to whose sellers a person's request is limited; undefined: no limit. */
  const scopeOf = (subject: string) => (rules.scoped ? subject : undefined);

  const collection = async (request: IncomingMessage, url: URL, subject: string): Promise<Answer> => {
    if (request.method === "GET") {
      const owner = scopeOf(subject);
      for (const name of rules.ignores ?? []) url.searchParams.delete(name);
      const { shape = parseShape("") } = rules;
      return shapedAnswer(shape, store.list({ ...readShapedQuery(shape, url.searchParams), owner }), url.searchParams);
    }
    if (request.method !== "POST") throw notAllowed("GET, POST");
    const wish = await readJsonObject(request);
    if (rules.strict) refuseUnknown(wish);
    const wholeWish = { accountEnabled: true, ...wish, createdAt: new Date().toISOString(), externalRef: null };
    const created = store.put(checkSeller(randomUUID(), wholeWish));
    store.give(created.id, subject);
    return answerOf(created, 201);
  };

  const item = async (request: IncomingMessage, id: string, subject: string): Promise<Answer> => {
    if (request.method === "GET") return answerOf(store.get(id, scopeOf(subject)));
    if (request.method !== "PUT" && request.method !== "PATCH") throw notAllowed("GET, PUT, PATCH");
    const wish = await readJsonObject(request);
    const before = store.get(id, scopeOf(subject));
    if (rules.etags) checkMatch(request, before);
    if (wish.id !== undefined && wish.id !== id) {
      throw new Problem(400, "Identyfikator w treści różni się od identyfikatora w adresie", {
        errors: { id: ["Identyfikator musi być taki jak w adresie"] },
      });
    }
    if (rules.strict) refuseUnknown(wish);
    const own = rules.strict ? unknownFields(before) : {};
    return answerOf(store.put(checkSeller(id, { ...(request.method === "PATCH" ? before : own), ...wish })));
  };

  return answering(async (request) => {
    const subject = await bearer.subject(request);
    const url = new URL(request.url ?? "/", "http://sellers");
    if (url.pathname === "/api/sellers") return collection(request, url, subject);
    const id = ITEM_PATH.exec(url.pathname)?.[1];
    if (!id) throw new Problem(404, "Nie ma takiego zasobu");
    return item(request, decodePart(id), subject);
  });
}

function notAllowed(allow: string): Problem {
  return new Problem(405, "Niedozwolona metoda", { headers: { allow } });
}

/** A hash of the content, so that a restart doesn't change it. */
function etagOf(seller: StoredSeller): string {
  return `"${createHash("sha256").update(JSON.stringify(seller)).digest("base64url").slice(0, 22)}"`;
}

/** RFC 9110 §13.1.1; a request without the header is let through. */
function checkMatch(request: IncomingMessage, seller: StoredSeller): void {
  const wanted = request.headers["if-match"];
  if (wanted === undefined || wanted.trim() === "*") return;
  if (wanted.split(",").some((tag) => tag.trim() === etagOf(seller))) return;
  throw new Problem(412, "Sprzedawca został w tym czasie zmieniony");
}
