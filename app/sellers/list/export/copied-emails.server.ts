import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { listPath } from "~/domain/paths";
import { exportedRows, withExport } from "./export-rows.server";

const MAX_EMAILS = 5_000;
/** Matches what mail programs read as exactly one address; the backend may hold any text. */
const ONE_ADDRESS = /^[^\s;,<>"]+@[^\s;,<>"]+$/;

type Emails = {
  emails: string[];
  /** Sellers without an address, or with one that can't be copied. */
  skippedCount: number;
  /** The list's query as its URL has it. */
  list: string;
};

/** @returns each address once, ignoring case; above MAX_EMAILS sellers a redirect to the list */
export function readEmailsToCopy(ctx: FranchiseeContext): Promise<Emails | Response> {
  return withExport<Emails | Response>(ctx, async ({ list, ...exportRequest }) => {
    const emails = new Map<string, string>();
    let sellers = 0;
    let skippedCount = 0;
    for await (const rows of exportedRows(ctx, { ...exportRequest, columns: ["email"] })) {
      sellers += rows.length;
      if (sellers > MAX_EMAILS) {
        const text = ctx.t("files:tooManyEmails", { most: MAX_EMAILS });
        return ctx.redirect(listPath(list), { flash: { kind: "error", text } });
      }
      for (const [email = ""] of rows) {
        if (ONE_ADDRESS.test(email)) emails.set(email.toLowerCase(), email);
        else skippedCount += 1;
      }
    }
    return { emails: [...emails.values()], skippedCount, list };
  });
}
