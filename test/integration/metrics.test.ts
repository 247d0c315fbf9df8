import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { parse } from "yaml";
import { routeOf } from "~/.server/route-name";
import { root } from "../../scripts/lib/project.mjs";
import { giveWorld } from "./support/given-world";

const TOKEN = "a-token-for-these-metrics";
const read = (path: string) => readFileSync(join(root, path), "utf8");

const { world, browser, pages, signedIn } = giveWorld({
  isOwn: true,
  env: { METRICS_TOKEN: TOKEN },
  sandbox: { sellers: { count: 5 }, tokens: { accessTokenSeconds: 5 } },
});

async function metrics(): Promise<string> {
  return (await browser.get("/metrics", { headers: { authorization: `Bearer ${TOKEN}` } })).text;
}
/** The value of a metric; `line` has its name and labels as they are printed. */
async function value(line: string): Promise<number> {
  const found = (await metrics()).split("\n").find((each) => each.startsWith(`${line} `));
  return Number(found?.slice(line.length + 1) ?? 0);
}

/** The metrics in a PromQL query: names before `{`, because all of ours have labels. */
const metricsOf = (query: string) => [...query.matchAll(/\b([a-z_][a-z0-9_]*)\{/g)].map(([, name]) => name as string);

it("The metrics count jobs and their items", async () => {
  const [first] = pages.firstTwo();
  const job = await pages.confirm(await pages.choose({ ids: first.id }));
  await pages.becomes(job.path, "Zakończono");
  expect(await value('job_runs_total{kind="seller-status",outcome="complete"}')).toBe(1);
  expect(await value('job_items_total{kind="seller-status",result="done"}')).toBe(1);
  expect(await value('jobs_running{kind="seller-status"}')).toBe(0);
});

it("The metrics count sessions, their renewals and their ends", async () => {
  expect(await value("sessions_begun_total")).toBe(1);
  await vi.waitFor(async () => {
    await browser.get("/profile");
    expect(await value('session_renewals_total{outcome="renewed"}')).toBeGreaterThanOrEqual(1);
  }, 20_000);
  await browser.submit(await browser.get("/profile"), {}, "form[action$='/auth/logout']");
  expect(await value('sessions_ended_total{reason="signedOut"}')).toBe(1);
});

it("The metrics have the database's times and the backends' circuits", async () => {
  expect(await value('backend_circuit_open{backend="sellers"}')).toBe(0);
  expect(await value('backend_circuit_open{backend="profile"}')).toBe(0);
  expect(await value('database_query_duration_seconds_count{query="select sessions",outcome="ok"}')).toBeGreaterThan(0);
});

it("The metrics hold no id of a seller or a session", async () => {
  await browser.get(`/sellers/${pages.firstTwo()[0].id}`);
  expect(await metrics()).not.toContain(pages.firstTwo()[0].id);
  expect(await metrics()).not.toContain("session:");
});

it("The metrics have what alerts count from the start", async () => {
  const text = await metrics();
  for (const reason of ["refused", "notRenewed"])
    expect(text).toContain(`\nsessions_ended_total{reason="${reason}"} 0\n`);
  for (const reason of ["notInDirectory", "noRole"])
    expect(text).toContain(`\naccess_refused_total{reason="${reason}"} 0\n`);
  expect(text).toContain("\ndatabase_full_total 0\n");
  expect(text).toContain('\nbackend_contradictions_total{contradiction="query"} 0\n');
  expect(text).toMatch(/\npanel_build_info\{version="\d+\.\d+\.\d+",commit="\w+",node="v\d+[\d.]+"\} 1\n/);
});

it("A sign-out on every device counts as signed out in the metrics", async () => {
  const [phone, laptop] = [world.browser(), world.browser()];
  for (const device of [phone, laptop]) await device.signIn(world.sandbox.accounts.franchisee, "/profile");
  const signedOut = 'sessions_ended_total{reason="signedOut"}';
  const before = await value(signedOut);
  await phone.post("/auth/logout", { scope: "everywhere" }, { follow: false });
  expect(await laptop.isSignedIn()).toBe(false);
  expect((await value(signedOut)) - before).toBe(2);
  expect(await value('sessions_ended_total{reason="provider"}')).toBe(0);
});

it("The dashboard and the alerts name metrics that there are", async () => {
  const there = new Set<string>(["up"]);
  for (const [, name = "", type] of (await metrics()).matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
    for (const suffix of type === "histogram" ? ["_bucket", "_count", "_sum"] : [""]) there.add(name + suffix);
  }
  const dashboard = metricsOf(JSON.parse(read("docs/grafana.json")).panels.flatMap(exprsOf).join("\n"));
  const alerts = metricsOf(
    rules()
      .map(({ expr }) => expr)
      .join("\n"),
  );
  expect(dashboard.length).toBeGreaterThan(15);
  expect(alerts.length).toBeGreaterThan(10);
  expect([...dashboard, ...alerts].filter((name) => !there.has(name))).toEqual([]);
});

it.each([
  ["noRole", { body: { Value: { directoryObject: { jobTitle: "KSIĘGOWA" } } } }],
  ["notInDirectory", { status: 404 }],
])("A refused person leaves a line of the log and a count (%s), without a name", async (reason, answer) => {
  const browser = await signedIn("franchisee");
  const counted = `access_refused_total{reason="${reason}"}`;
  const before = await value(counted);
  world.sandbox.control.fault({ target: "profile", ...answer });
  // The profile is cached until somebody signs in.
  const other = world.browser();
  await other.signIn(world.sandbox.accounts.franchisee, "/profile").catch(() => undefined);
  const page = await other.get("/sellers", { follow: false });
  expect(page.location).toContain("/error?title=Brak+autoryzacji");
  expect((await value(counted)) - before).toBeGreaterThan(0);
  const id = page.headers.get("x-request-id");
  const line = new RegExp(`^\\{.*"requestId":"${id}".*"reason":"${reason}","msg":"no franchisee"\\}$`, "m");
  await expect.poll(() => world.app.logs()).toMatch(line);
  expect(line.exec(world.app.logs())?.[0]).not.toContain(browser.cookie("session"));
});

it("A trace is followed from the request to the backend", async () => {
  const trace = "4bf92f3577b34da6a3ce929d0e0e4736";
  const browser = await signedIn("franchisee");
  world.sandbox.control.clearRequests();
  await browser.get("/sellers", { headers: { traceparent: `00-${trace}-00f067aa0ba902b7-01` } });
  await browser.get("/sellers", { headers: { traceparent: "00-nonsense-00f067aa0ba902b7-01" } });
  await browser.get("/sellers", { headers: { traceparent: `00-${trace}-00f067aa0ba902b7-00` } });
  const [given, made, ...others] = world.sandbox.control.requests("sellers").map(({ headers }) => headers.traceparent);
  expect(given).toMatch(new RegExp(`^00-${trace}-[0-9a-f]{16}-01$`));
  expect(given).not.toContain("00f067aa0ba902b7");
  expect(made).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  expect(others.at(-1)).toMatch(new RegExp(`^00-${trace}-[0-9a-f]{16}-00$`));
  await expect.poll(() => world.app.logs()).toMatch(new RegExp(`"traceId":"${trace}".*"request completed"`));
});

const exprsOf = ({ targets }: { targets: { expr: string }[] }) => targets.map(({ expr }) => expr);

type Rules = { groups: { rules: { alert: string; expr: string }[] }[] };
const rules = () => (parse(read("docs/alerts.yaml")) as Rules).groups.flatMap((group) => group.rules);

it("Alerts of pages leave out what everybody asks every few seconds", () => {
  const leftOut = rules().flatMap(({ expr }) => [...expr.matchAll(/route!~"([^"]+)"/g)].map(([, routes]) => routes));
  expect(leftOut).toHaveLength(3);
  // Prometheus matches its patterns against the whole label.
  const isLeftOut = (path: string) => leftOut.map((routes) => new RegExp(`^(?:${routes})$`).test(routeOf(path).route));
  for (const path of ["/auth/session", "/healthz", "/readyz", "/metrics", "/assets/a.js"])
    expect(isLeftOut(path), path).toEqual([true, true, true]);
  for (const path of ["/", "/en-US/sellers", "/auth/login", "/auth", "/history.data", "/nowhere"])
    expect(isLeftOut(path), path).toEqual([false, false, false]);
});
