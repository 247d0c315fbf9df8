import { ServerResponse } from "node:http";
import { beforeEach, expect, test, vi } from "vitest";
import { DatabaseFull, DatabaseUnavailable, database } from "~/.server/db/database";
import { sha256, uniqueToken } from "~/.server/tokens";
import { editableOf } from "~/domain/merge-changes";
import type { SellerChange } from "~/domain/seller";
import { anna, giveBackend, writer } from "../../../test/support/fake-backend";
import { toEntry } from "./change-rows.server";
import { createOnce } from "./create-once.server";
import { beginEntry, endEntry, findEntry } from "./history-journal.server";
import { type WriteOptions, writeSeller } from "./write-seller.server";

vi.mock("./history-journal.server", async (load) => {
  const actual = await load<typeof import("./history-journal.server")>();
  return { ...actual, beginEntry: vi.fn(actual.beginEntry), endEntry: vi.fn(actual.endEntry) };
});

const backend = giveBackend(5);
/** What happens instead of the backend's answer to the next write, before its connection is cut. */
let instead: ((run: () => void, response: ServerResponse) => void) | undefined;
let attempts = 0;

beforeEach(() => {
  instead = undefined;
  backend.instead = (request, response, answer) => {
    const happens = instead;
    if (!happens || request.method === "GET") return answer();
    instead = undefined;
    // Carries the request out, then closes the connection.
    response.end = (() => {
      response.socket?.destroy();
      return response;
    }) as typeof response.end;
    happens(answer, response);
  };
});

const first = () => backend.sellers.all()[0] as { id: string; displayName: string; accountEnabled: boolean };
/** A seller's entries, or all, newest first. */
const entriesOf = async (sellerId?: string) => {
  const all = (await database()).selectFrom("changes").selectAll().orderBy("at", "desc").orderBy("id", "desc");
  const rows = await (sellerId === undefined ? all : all.where("seller_id", "=", sellerId)).execute();
  return rows.flatMap((row) => toEntry(row) ?? []);
};
const latest = async (sellerId?: string) => (await entriesOf(sellerId))[0];
const input = { displayName: "Nowy Sklep", email: "nowy@example.pl", mpk: "00777" };

const change = (id: string, fields: Partial<SellerChange>, options?: WriteOptions) =>
  writeSeller(writer, id, ({ seller }) => ({ change: { ...editableOf(seller), ...fields } }), options);
const create = () => {
  attempts += 1;
  return createOnce(writer, `test:${attempts}`, input);
};
/** The next write is done, and its response is lost. */
const loseAnswer = () => {
  instead = (run) => run();
};
/** The next write never arrives. */
const loseRequest = () => {
  instead = (_answer, response) => response.socket?.destroy();
};
const away = new DatabaseUnavailable(new Error("away"));

test("A request keeps its fingerprint over updates of the app", async () => {
  const full = { displayName: "A", email: "Odcisk@example.pl", firstName: "B", surname: "C", mpk: "1" };
  for (const [key, seller] of Object.entries({ full, required: input })) await createOnce(writer, key, seller);
  const submissions = (await database()).selectFrom("submissions").select("digest");
  const digestOf = async (key: string) => (await submissions.where("key", "=", sha256(key)).execute())[0]?.digest;
  // The values in this order, without their names.
  expect(await digestOf("full")).toBe(sha256('["A","odcisk@example.pl","B","C","1"]'));
  expect(await digestOf("required")).toBe(sha256('["Nowy Sklep","nowy@example.pl","","","00777"]'));
});

test("Only a change that disables the account has a reason", async () => {
  const { id } = first();
  await change(id, { accountEnabled: true });
  for (const [fields, reason] of [
    [{ mpk: "R-1" }, undefined],
    [{ mpk: "R-2", accountEnabled: false }, "Umowa"],
    [{ mpk: "R-3", accountEnabled: false }, undefined],
    [{ accountEnabled: true }, undefined],
    [{ accountEnabled: false }, "Umowa"],
  ] as const) {
    expect(await change(id, fields, { reason: "Umowa" })).toMatchObject({ outcome: "saved" });
    expect((await latest(id))?.reason).toBe(reason);
  }
});

test("An update has both versions, its author and its request in the history", async () => {
  const before = first();
  const written = await change(before.id, { mpk: "00999", surname: undefined });
  expect(written).toMatchObject({ outcome: "saved", answerLost: false, record: { seller: { mpk: "00999" } } });
  const entry = await findEntry(written.outcome === "saved" ? written.changeId : "");
  expect(entry).toMatchObject({
    by: anna,
    sellerId: before.id,
    sellerName: before.displayName,
    action: "update",
    before: { displayName: before.displayName },
    after: { mpk: "00999" },
    outcome: "done",
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect(entry?.after.surname).toBeUndefined();
  expect(Math.abs((entry?.at ?? 0) - Date.now())).toBeLessThan(60_000);
  expect(await latest()).toEqual(entry);
  expect(await latest(before.id)).toEqual(entry);
});

test("A change of the account's status alone is a PATCH", async () => {
  const { id, accountEnabled } = first();
  await change(id, { accountEnabled: !accountEnabled });
  expect(backend.calls).toEqual(["GET", "PATCH"]);
  const expected = { before: { accountEnabled }, after: { accountEnabled: !accountEnabled }, outcome: "done" };
  expect(await latest()).toMatchObject({ action: accountEnabled ? "disable" : "enable", ...expected });

  backend.calls = [];
  const whole = await writeSeller(writer, id, ({ seller }) => ({
    change: { ...editableOf(seller), accountEnabled },
    usesPut: true,
  }));
  expect(whole.outcome).toBe("saved");
  expect(backend.calls).toEqual(["GET", "PUT"]);
  expect(await latest()).toMatchObject({ action: accountEnabled ? "enable" : "disable" });
});

test("A creation is in the history of the seller that it added", async () => {
  const created = await create();
  if (created.outcome !== "saved") throw new Error(created.outcome);
  const entry = {
    action: "create",
    sellerId: created.id,
    after: { ...input, accountEnabled: true },
    outcome: "done",
  };
  expect(await entriesOf(created.id)).toMatchObject([entry]);
});

test("A write without a history entry is sent for a person, not for a job", async () => {
  const { id } = first();
  const options = { jobId: "job", changeId: `${"k".repeat(22)}.1` };
  vi.mocked(beginEntry).mockRejectedValueOnce(away);
  await expect(change(id, { mpk: "J-1" }, options)).rejects.toThrow(DatabaseUnavailable);
  expect(backend.calls).toEqual(["GET"]);
  vi.mocked(beginEntry).mockRejectedValueOnce(away).mockRejectedValueOnce(away);
  expect(await change(id, { mpk: "J-1" })).toMatchObject({ outcome: "saved" });
  expect(first()).toMatchObject({ mpk: "J-1" });
  // The entry is stored in the background.
  await expect.poll(() => latest(id)).toMatchObject({ outcome: "done", after: { mpk: "J-1" } });
});

test("A write whose history has no room isn't sent", async () => {
  const full = new DatabaseFull(new Error("full"));
  vi.mocked(beginEntry).mockRejectedValueOnce(full);
  await expect(change(first().id, { mpk: "J-2" })).rejects.toThrow(full);
  expect(backend.calls).toEqual(["GET"]);
});

test("A write that changes nothing is neither sent nor recorded", async () => {
  const before = await latest();
  expect(await change(first().id, { accountEnabled: first().accountEnabled })).toMatchObject({
    outcome: "unchanged",
  });
  expect(backend.calls).toEqual(["GET"]);
  expect(await latest()).toEqual(before);
});

test("A write that `decide` rejects is not sent", async () => {
  const before = await latest();
  const written = await writeSeller(writer, first().id, () => ({ instead: "conflict" }));
  expect(written).toMatchObject({ outcome: "notSaved", instead: "conflict", record: { seller: { id: first().id } } });
  expect(backend.calls).toEqual(["GET"]);
  expect(await latest()).toEqual(before);
});

test("A refusal is returned to the caller and recorded as failed", async () => {
  const { id } = first();
  const taken = backend.sellers.all()[1]?.email as string;
  const created = await createOnce(writer, "test:taken", { ...input, email: taken });
  expect(created).toMatchObject({ outcome: "refused", error: { status: 409 } });
  expect(await latest()).toMatchObject({ action: "create", outcome: "failed", sellerName: "Nowy Sklep" });
  expect(await latest()).not.toHaveProperty("sellerId");
  // The key is free again for the corrected form.
  expect(await createOnce(writer, "test:taken", input)).toMatchObject({ outcome: "saved" });

  expect(await change(id, { email: taken })).toMatchObject({ outcome: "refused", error: { status: 409 } });
  expect(await latest()).toMatchObject({ outcome: "failed", sellerId: id });
});

test("A write is decided again after another's change, up to three times", async () => {
  const { id } = first();
  const edit = (fields: object) => backend.sellers.put({ ...backend.sellers.get(id), ...fields });
  let readings = 0;
  const decide = (times: number) => {
    readings = 0;
    return writeSeller(writer, id, ({ seller }) => {
      readings += 1;
      if (readings <= times) edit({ mpk: `touched ${Date.now()} ${readings}` });
      return { change: { ...editableOf(seller), displayName: "Mój Sklep" } };
    });
  };
  const written = await decide(1);
  expect(readings).toBe(2);
  expect(written).toMatchObject({ outcome: "saved", record: { seller: { displayName: "Mój Sklep" } } });
  expect(first()).toMatchObject({ mpk: expect.stringMatching(/^touched/) });
  edit({ displayName: "Inny Sklep" });
  expect(await decide(99)).toMatchObject({ outcome: "refused", error: { status: 412 } });
  expect(readings).toBe(3);
  expect(await latest()).toMatchObject({ outcome: "failed" });
});

test.each([
  ["met another version", {}],
  ["never arrived, and is sent again", { changeId: `${"h".repeat(22)}.1`, jobId: "job" }],
])("The history holds both of two calls of which the second %s", async (_how, options: WriteOptions) => {
  const { id } = first();
  const own = { ...backend.sellers.get(id), firstName: "Ewa", surname: "Ćma", mpk: "1" };
  backend.sellers.put(own);
  // A backend that merges: the names are still there after the PUT, and somebody changes the
  // record before the PATCH.
  const ordinary = backend.instead;
  let patches = 0;
  backend.instead = async (request, response, answer) => {
    if (request.method === "PUT") {
      const chunks = await request.toArray();
      backend.sellers.put({ ...backend.sellers.get(id), ...JSON.parse(Buffer.concat(chunks).toString()) });
      return response.writeHead(204).end();
    }
    if (request.method === "PATCH") patches += 1;
    if (request.method === "PATCH" && patches === 1 && options.jobId) return request.socket.destroy();
    if (request.method === "PATCH" && patches === 1) {
      backend.sellers.put({ ...backend.sellers.get(id), displayName: "Cudza zmiana" });
    }
    return answer();
  };
  const decide = ({ seller }: { seller: SellerChange }) => ({
    change: { ...editableOf(seller), mpk: "2", firstName: undefined, surname: undefined },
  });
  const written = await writeSeller(writer, id, decide, options);
  backend.instead = ordinary;
  expect([written.outcome, patches]).toEqual(["saved", 2]);
  expect(await latest(id)).toMatchObject({
    outcome: "done",
    before: { mpk: "1", firstName: "Ewa" },
    after: { mpk: "2" },
  });
});

test("A write that is never sent is never recorded", async () => {
  const before = await latest();
  await expect(change("", { mpk: "1" })).rejects.toMatchObject({ reason: "updateWithoutId" });
  await expect(createOnce(writer, "test:nothing", {} as never)).rejects.toMatchObject({
    reason: "createWithoutPayload",
  });
  expect(await latest()).toEqual(before);
});

test("A lost response counts as saved if the record shows the change", async () => {
  loseAnswer();
  const written = await change(first().id, { mpk: "00555" });
  expect(written).toMatchObject({ outcome: "saved", answerLost: true, record: { seller: { mpk: "00555" } } });
  expect(await latest()).toMatchObject({ outcome: "done", after: { mpk: "00555" } });
});

test("A lost response stays unknown if the record doesn't show the change", async () => {
  loseRequest();
  expect(await change(first().id, { mpk: "00666" })).toEqual({ outcome: "unknown", isChecked: true });
  expect(backend.calls).toEqual(["GET", "PUT", "GET"]);
  expect(await latest()).toMatchObject({ outcome: "unknown", answerLost: true, after: { mpk: "00666" } });
});

test("A lost response to a job's item leads to a retry with the same entry", async () => {
  loseRequest();
  const options = { changeId: `${"r".repeat(22)}.1`, jobId: "job" };
  expect(await change(first().id, { mpk: "00667" }, options)).toMatchObject({ outcome: "saved", answerLost: false });
  expect(backend.calls.filter((method) => method === "PUT")).toHaveLength(2);
  expect((await entriesOf(first().id)).filter(({ id }) => id === options.changeId)).toMatchObject([
    { outcome: "done" },
  ]);
});

test("A lost response of a dead process is settled by its entry", async () => {
  const options = { changeId: `${"d".repeat(22)}.1` };
  loseAnswer();
  vi.mocked(endEntry).mockRejectedValueOnce(new Error("died"));
  await change(first().id, { mpk: "00668" }, options);
  expect(await findEntry(options.changeId)).toMatchObject({ outcome: "unknown" });
  backend.calls = [];
  const again = await change(first().id, { mpk: "00668" }, { ...options, mayHaveBeenSent: true });
  expect(again).toMatchObject({ outcome: "saved", changeId: options.changeId, answerLost: true });
  expect(backend.calls).toEqual(["GET"]);
  expect(await findEntry(options.changeId)).toMatchObject({ outcome: "done" });
});

test("A lost response to a creation ends its entry once the seller is found", async () => {
  loseAnswer();
  const created = await create();
  expect(created).toMatchObject({ outcome: "saved", answerLost: true, seller: { email: input.email } });
  const id = created.outcome === "saved" ? created.id : "";
  expect(await entriesOf(id)).toMatchObject([{ action: "create", sellerId: id, outcome: "done" }]);
  expect(await latest()).toMatchObject({ sellerId: id, outcome: "done" });
  const { unresolvedItems } = await import("~/home/attention.server");
  const open = unresolvedItems(await entriesOf(), 0);
  expect(JSON.stringify(open)).not.toContain(input.displayName);
});

/** The next write is answered by this status, done or not. */
const says = (status: number, isDone: boolean) => {
  instead = (run, response) => {
    const { writeHead, end } = ServerResponse.prototype;
    response.writeHead = (() => writeHead.call(response, status)) as typeof response.writeHead;
    response.end = (() => end.call(response, "", "utf8")) as typeof response.end;
    if (isDone) run();
    else response.writeHead(status).end();
  };
};

test.each([500, 503])("A creation answered with %i is settled by a search", async (status) => {
  says(status, true);
  const created = await create();
  expect(created).toMatchObject({ outcome: "saved", answerLost: true, seller: { email: input.email } });
  expect(await latest()).toMatchObject({ action: "create", outcome: "done" });
  const other = { ...input, email: "inny@example.pl" };
  says(status, false);
  const key = `test:fails-${status}`;
  await expect(createOnce(writer, key, other)).rejects.toMatchObject({ kind: "status", status });
  expect(await latest()).toMatchObject({ action: "create", outcome: "failed" });
  expect(await createOnce(writer, key, other)).toMatchObject({ outcome: "saved", answerLost: false });
});

test("A creation answered with 500 is unknown if the search fails", async () => {
  const ordinary = backend.instead;
  let away = true;
  backend.instead = (request, response, answer) => {
    if (away && request.method === "GET") return response.writeHead(500).end();
    return ordinary?.(request, response, answer);
  };
  says(500, true);
  const lost = createOnce(writer, "test:fails-unseen", input);
  await expect(lost).rejects.toMatchObject({ kind: "outcomeUnknown", status: 500 });
  expect(await latest()).toMatchObject({ action: "create", outcome: "unknown" });
  away = false;
  const again = await createOnce(writer, "test:fails-unseen", input);
  backend.instead = ordinary;
  expect(again).toMatchObject({ outcome: "saved", answerLost: true, seller: { email: input.email } });
  expect(backend.calls.filter((method) => method === "POST")).toHaveLength(1);
  expect(await latest()).toMatchObject({ action: "create", outcome: "done" });
});

test("A creation that appears later ends its sender's entry", async () => {
  const [sender, finder] = [uniqueToken(), uniqueToken()];
  loseRequest();
  const sent = await createOnce(writer, "test:later", input, { changeId: sender, jobId: "job" });
  expect(sent).toEqual({ outcome: "unknown", isChecked: true, isSent: true });
  const headers = { authorization: "Bearer token", "content-type": "application/json" };
  const request = { method: "POST", headers, body: JSON.stringify(input) };
  expect((await fetch(`${backend.url}/api/sellers`, request)).status).toBe(201);
  const found = await createOnce(writer, "test:later", input, { changeId: finder, jobId: "job" });
  expect(found).toMatchObject({ outcome: "saved", answerLost: true });
  expect(await findEntry(sender)).toMatchObject({ action: "create", outcome: "done" });
  expect(await findEntry(finder)).toBeUndefined();
});

test("A creation that never arrived is unknown and isn't sent again", async () => {
  loseRequest();
  expect(await createOnce(writer, "test:never", input)).toEqual({ outcome: "unknown", isChecked: true, isSent: true });
  expect(await createOnce(writer, "test:never", input)).toEqual({ outcome: "unknown", isChecked: true, isSent: false });
  expect(backend.calls.filter((method) => method === "POST")).toHaveLength(1);
});

test("A history that can't be begun is written once its write has ended", async () => {
  vi.mocked(beginEntry).mockRejectedValueOnce(away);
  const { id } = first();
  const written = await change(id, { mpk: "00322" });
  const entry = { id: written.outcome === "saved" && written.changeId, outcome: "done", after: { mpk: "00322" } };
  expect(await latest()).toMatchObject(entry);
  expect(await latest(id)).toMatchObject(entry);
});
