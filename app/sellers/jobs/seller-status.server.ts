import { z } from "zod";
import { BackendError } from "~/.server/backend/backend-client";
import { settle } from "~/sellers/write/settle.server";
import type { JobKind } from "./job-kind.server";

/** How often a record that changes between our reading and our writing, or a write whose answer was lost, is tried. */
const MAX_ROUNDS = 3;

const item = z.object({ id: z.string(), name: z.string().optional() });
const params = z.object({ accountEnabled: z.boolean() });

/** Enables or disables accounts; those that already are as asked are skipped. */
export const sellerStatus: JobKind<z.infer<typeof item>, z.infer<typeof params>> = {
  item,
  params,
  title: (t, { accountEnabled }) => t(accountEnabled ? "outcomes:title.enable" : "outcomes:title.disable"),
  undoable: true,
  describe: ({ id, name }) => ({ sellerId: id, name }),
  async run({ id }, { api, params: { accountEnabled }, changeId, again, isAbout }) {
    let tried = again;
    for (let round = 1; ; round += 1) {
      const record = await api.get(id);
      const named = { sellerId: id, name: record.seller.displayName };
      isAbout(named);
      if (record.seller.accountEnabled === accountEnabled) {
        // An earlier try whose answer nobody heard, unless there was none: then somebody else had done it before.
        return tried ? settle(changeId, record, "already") : { result: "skipped", reason: "already", ...named };
      }
      try {
        const written = await api.patch(id, { accountEnabled }, record.etag);
        return { result: "done", changeId: written.changeId, ...named };
      } catch (error) {
        if (!(error instanceof BackendError) || round === MAX_ROUNDS) throw error;
        if (error.kind === "outcomeUnknown") tried = true;
        else if (error.status !== 412) throw error;
      }
    }
  },
};
