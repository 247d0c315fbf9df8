import { describe, expect, it } from "vitest";
import { BARE_ARRAY } from "../sandbox/backend-shape";
import { fold } from "../sandbox/folding";
import type { RecordedRequest, SandboxOptions, StoredSeller } from "../sandbox/types";
import { addSeller, checkFile, editSeller, startImport, undoLatest } from "../support/seller-pages";
import { giveWorld } from "./support/given-world";

/*
 * The whole main job on backends with other parameters and answers of their list;
 * any-contract.test.ts reads the lists of all combinations.
 */

const COUNT = 180;
type Shape = [name: string, sellers: SandboxOptions["sellers"]];
const shapes: Shape[] = [
  ["that is as agreed, and refuses any other parameter", { backend: "page=page" }],
  [
    "that says { items, totalCount } and counts pages from 0",
    {
      backend:
        "search=q,accountEnabled=enabled,sort=orderBy:suffix,page=pageNumber:0,pageSize=limit,list=items,total=totalCount",
    },
  ],
  ["that answers with everything, in no order", { backend: BARE_ARRAY }],
];
describe.each(shapes)("A backend %s", (_name, sellers) => {
  const { world, browser, control, pages } = giveWorld({ sandbox: { sellers: { ...sellers, count: COUNT } } });

  const idsOf = (found: { id: string }[]) => found.map(({ id }) => id).toSorted();
  const holds = ({ displayName, email, firstName = "", surname = "", mpk }: StoredSeller, word: string) =>
    [displayName, email, firstName, surname, mpk].some((text) => fold(text ?? "").includes(word));

  it("A seller is added and changed, and the change undone", async () => {
    const typed = { displayName: "Nowy Sklep", email: "nowy@example.pl", mpk: "NS-1" };
    const added = await addSeller(browser, typed);
    const seller = () => control().sellersWith(({ email }) => email === "nowy@example.pl")[0];
    const { id } = seller() as StoredSeller;
    expect([added.status, added.path]).toEqual([200, `/sellers/${id}`]);
    await editSeller(browser, id, { mpk: "NS-2" });
    expect(seller()?.mpk).toBe("NS-2");
    await undoLatest(browser, id);
    expect(seller()?.mpk).toBe("NS-1");
  });

  it("A batch disables all sellers that match", async () => {
    pages.reset();
    const matching = control().sellersWith((seller) => holds(seller, "lodz"));
    const question = await pages.choose({ all: "1", q: "lodz" });
    expect(question.textOf("main")).toContain(`Czy wyłączyć konta ${matching.length} sprzedawców?`);
    await pages.becomes((await pages.confirm(question)).path, "Zakończono");
    const disabled = control().sellersWith(({ accountEnabled }) => !accountEnabled);
    expect(idsOf(disabled)).toEqual(idsOf(matching));
  });

  it("An imported file changes whom it finds and adds the others", async () => {
    pages.reset();
    const [first] = pages.firstTwo();
    const exported = (await browser.get("/sellers/export.csv")).text;
    const head = exported.split("\r\n")[0] ?? "";
    const line = exported.split("\r\n").find((each) => each.startsWith(first.id)) ?? "";
    const created = line.replace(first.id, "").replace(first.email, "dodany@example.pl");
    const file = [head, line.replace(first.mpk, "IMP-1"), created].join("\r\n");
    const started = await startImport(browser, await checkFile(browser, file));
    await pages.becomes(started.path, "Zakończono");
    expect(control().seller(first.id)?.mpk).toBe("IMP-1");
    expect(control().sellersWith(({ email }) => email === "dodany@example.pl")).toHaveLength(1);
  });

  it("The backend is sent nothing that it refuses", () => {
    const isRefused = ({ path, query }: RecordedRequest) => path.endsWith("/sellers") && "" in query;
    expect(control().requests("sellers", isRefused)).toEqual([]);
    expect(world.app.logs()).not.toContain("backend call failed");
  });
});
