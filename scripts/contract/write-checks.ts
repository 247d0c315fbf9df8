import { sellerEndpoint } from "../../app/.server/backend/contract/endpoints";
import { editableFields } from "../../app/domain/seller";
import type { BackendSession, Finding, Reply } from "./backend-session";

type Fields = Record<string, unknown>;

/** Checks writing calls on a seller, whose values are restored at the end. */
export async function checkWriting(session: BackendSession, id: string): Promise<Finding[]> {
  const path = sellerEndpoint(id);
  const findings: Finding[] = [];
  const add = (question: string, isMet: boolean, instead: string) =>
    findings.push({ question, isMet, text: isMet ? "" : instead });
  const start = await session.call(path);
  const before = recordIn(start);
  if (start.status !== 200 || !before) {
    const text = `answers ${start.status}: nothing was tried`;
    return [{ question: `seller ${id}`, isMet: false, text, isFatal: true }];
  }
  try {
    const changed = await send("PATCH", { accountEnabled: before.accountEnabled !== true }, tagOf(start));
    const patched = await session.call(path);
    const isPatched = recordIn(patched)?.accountEnabled === (before.accountEnabled !== true);
    add(
      "PATCH changes one field",
      changed.status < 300 && isPatched,
      `answers ${changed.status}: accounts can't be switched`,
    );
    if (tagOf(start)) {
      const stale = await send("PATCH", { accountEnabled: before.accountEnabled }, tagOf(start));
      add(
        "412 for an old If-Match",
        stale.status === 412,
        `answers ${stale.status}: of two people who save at once, the panel notices only what it reads before it writes`,
      );
    }
    const bad = await send("PUT", { ...before, email: "no address" }, tagOf(await session.call(path)));
    const errors = (bad.body as { errors?: Fields } | undefined)?.errors;
    add(
      "400 with errors by field",
      bad.status === 400 && errors !== undefined && "email" in errors,
      `answers ${bad.status}${errors ? "" : " without errors"}: the reason stands above the form, not at the field`,
    );
    const put = await send("PUT", { ...before, mpk: `${before.mpk}9` }, tagOf(await session.call(path)));
    const replaced = recordIn(await session.call(path)) ?? {};
    add(
      "PUT replaces a seller",
      put.status < 300 && replaced.mpk === `${before.mpk}9`,
      `answers ${put.status}: try SELLERS_PUT=exact if the backend refuses fields of its own`,
    );
    const lost = Object.keys(before).filter((field) => !(field in replaced));
    add("PUT keeps all fields", lost.length === 0, `${lost.join(", ")} went: set SELLERS_PUT=keep`);
  } finally {
    await send("PUT", before, tagOf(await session.call(path)));
    const after = recordIn(await session.call(path)) ?? {};
    const different = editableFields.filter((field) => (after[field] ?? null) !== (before[field] ?? null));
    findings.push({
      question: "the seller is as it was",
      isMet: different.length === 0,
      text: different.length === 0 ? "" : `${different.join(", ")} differ: please put them back by hand`,
      isFatal: different.length > 0,
    });
  }
  return findings;

  function send(method: "PUT" | "PATCH", body: Fields, tag: string | null): Promise<Reply> {
    return session.call(path, { method, body, headers: tag ? { "If-Match": tag } : {} });
  }
}

const tagOf = ({ headers }: Reply) => headers.get("ETag");

function recordIn({ body }: Reply): Fields | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  const { seller } = body as { seller?: unknown };
  return (typeof seller === "object" && seller !== null ? seller : body) as Fields;
}
