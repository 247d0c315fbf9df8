import type { IncomingMessage, RequestListener } from "node:http";
import { type Answer, answering, Problem, readJsonObject } from "./answers";
import type { Fault, SandboxConfig, SandboxControl, ServerName, Target } from "./types";

const TARGETS = ["sellers", "profile", "image", "provider"];
const SERVERS = ["sellers", "profile", "provider"];
const FAULT_FIELDS =
  "target method path times delayMs hold status body headers hang cut html redirect drop loseAnswer".split(" ");
const CONFIG_FIELDS = ["accessTokenSeconds", "refresh", "mode", "etags", "scoped", "strict", "ignores", "isUnstable"];

/** The control over HTTP: JSON in, JSON out, the same calls as `SandboxControl`. */
export function createControlServer(control: SandboxControl): RequestListener {
  const done: Answer = { status: 204 };
  const routes: Record<string, (request: IncomingMessage, url: URL) => Promise<Answer>> = {
    "POST /faults": async (request) => ({ status: 201, json: { id: control.fault(await readFault(request)) } }),
    "DELETE /faults": async (_request, url) => {
      control.clearFaults(url.searchParams.get("id") ?? undefined);
      return done;
    },
    "GET /requests": async (_request, url) => {
      const target = url.searchParams.get("target") ?? undefined;
      if (target) checkName(target, TARGETS);
      return { status: 200, json: control.requests(target as Target | undefined) };
    },
    "DELETE /requests": async () => {
      control.clearRequests();
      return done;
    },
    "POST /reset": async () => {
      control.reset();
      return done;
    },
    "GET /sellers": async (_request, url) => ({
      status: 200,
      json: control.sellers(url.searchParams.get("login") ?? undefined),
    }),
    "POST /give": async (request) => {
      const { id, login } = await readFields(request, ["id", "login"]);
      control.giveSeller(String(id), String(login));
      return done;
    },
    "POST /expire": async () => {
      control.expire();
      return done;
    },
    "POST /end-session": async (request) => {
      const { login } = await readFields(request, ["login"]);
      return { status: 200, json: { sessions: await control.endSession(String(login)) } };
    },
    "POST /config": async (request) => {
      control.config((await readFields(request, CONFIG_FIELDS)) as SandboxConfig);
      return done;
    },
    "POST /down": async (request) => {
      await control.down(await readServer(request));
      return done;
    },
    "POST /up": async (request) => {
      await control.up(await readServer(request));
      return done;
    },
  };

  return answering(async (request) => {
    const url = new URL(request.url ?? "/", "http://control");
    const seller = /^\/sellers\/([^/]+)$/.exec(url.pathname)?.[1];
    if (seller && request.method === "PUT") {
      const changed = control.changeSeller(decodeURIComponent(seller), await readJsonObject(request));
      return { status: 200, json: changed };
    }
    const route = routes[`${request.method} ${url.pathname}`];
    if (!route) throw new Problem(404, "There is no such call; see test/sandbox/README.md");
    return route(request, url);
  });
}

async function readFields(request: IncomingMessage, known: string[]): Promise<Record<string, unknown>> {
  const fields = await readJsonObject(request);
  for (const field of Object.keys(fields)) checkName(field, known);
  return fields;
}

async function readFault(request: IncomingMessage): Promise<Fault> {
  const fault = await readFields(request, FAULT_FIELDS);
  checkName(fault.target, TARGETS);
  return fault as Fault;
}

async function readServer(request: IncomingMessage): Promise<ServerName> {
  const { target } = await readFields(request, ["target"]);
  checkName(target, SERVERS);
  return target as ServerName;
}

/** A misspelt name must not pass in silence: the test that relies on it would prove nothing. */
function checkName(name: unknown, known: string[]): void {
  if (!known.includes(String(name))) throw new Problem(400, `${name} is none of: ${known.join(", ")}`);
}
