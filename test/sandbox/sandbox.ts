import { z } from "zod";
import { accounts, findByLogin } from "./accounts";
import { Problem } from "./answers";
import { parseShape, variablesOf } from "./backend-shape";
import { BearerCheck, TokenClock } from "./bearer";
import { createControlServer } from "./control";
import { createDirectory } from "./directory";
import { Faults } from "./faults";
import { Gate } from "./gate";
import { Listener } from "./listener";
import { CLIENT_ID, CLIENT_SECRET, createProvider } from "./provider";
import { loadKeys, ProviderStore } from "./provider-store";
import { Recorder } from "./recorder";
import { SellerStore } from "./seller-store";
import { createSellersBackend } from "./sellers-backend";
import { endSession } from "./sign-out-page";
import {
  type Behaviour,
  faultSchema,
  type Rules,
  rulesSchema,
  type Sandbox,
  type SandboxControl,
  type SandboxOptions,
} from "./types";

export { accounts } from "./accounts";
export type { Fault, Sandbox, SandboxOptions, StoredSeller } from "./types";

const serverName = z.enum(["sellers", "profile", "provider"]);
const DEFAULT_SELLERS = 320;
const USUAL_RULES: Omit<Rules, "shape"> = {
  accessTokenSeconds: 3600,
  refresh: true,
  mode: "paged",
  etags: true,
  scoped: false,
  strict: false,
  ignores: [],
  isUnstable: false,
};

function rulesOf({ sellers = {}, tokens = {} }: Behaviour): Rules {
  const { backend = "", count: _count, ...changes } = sellers;
  return { ...USUAL_RULES, ...changes, ...tokens, shape: parseShape(backend) };
}

/** Starts the stand-in world: identity provider, sellers backend, directory and their control. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const appUrls = [options.appUrl].flat().map((url) => new URL(url).origin);
  const { directory, ports = {} } = options;
  const rules = rulesOf(options);

  const listeners = {
    provider: new Listener(ports.provider),
    sellers: new Listener(ports.sellers),
    profile: new Listener(ports.profile),
    control: new Listener(ports.control),
  };
  const stop = async () => {
    for (const listener of Object.values(listeners)) await listener.stop();
  };

  try {
    for (const listener of Object.values(listeners)) await listener.start();
    // The app's host: only a same-site renewal frame carries the provider's cookie.
    const host = new URL(appUrls[0] as string).hostname === "localhost" ? "localhost" : "127.0.0.1";
    const urlOf = (name: keyof typeof listeners) => `http://${host}:${listeners[name].port}`;
    const issuer = urlOf("provider");

    const gate = new Gate(new Faults(), new Recorder(), options.log ?? false);
    const clock = new TokenClock();
    const bearer = new BearerCheck(issuer, clock, gate.internalHeaders);
    const store = new ProviderStore(directory);
    const sellers = new SellerStore(directory, options.sellers?.count ?? DEFAULT_SELLERS);
    const keys = await loadKeys(directory);
    const provider = createProvider({ issuer, appUrls, keys, store, clock, bearer, rules });

    listeners.provider.handler = gate.guard(() => "provider", provider.callback());
    listeners.sellers.handler = gate.guard(() => "sellers", createSellersBackend(sellers, bearer, rules));
    listeners.profile.handler = gate.guard(
      (request) => (/\/image(\?|$)/.test(request.url ?? "") ? "image" : "profile"),
      createDirectory(bearer),
    );
    await bearer.ready();

    const control: SandboxControl = {
      fault: (fault) => gate.faults.add(checked(faultSchema, fault)),
      clearFaults: (id) => gate.faults.clear(id),
      requests: (target) => gate.recorder.list(target),
      clearRequests: () => gate.recorder.clear(),
      reset: () => sellers.reset(),
      sellers: (login) => sellers.all(login === undefined ? undefined : subjectOf(login)),
      seller: (id) => sellers.all().find((seller) => seller.id === id),
      sellersWith: (feature) => sellers.all().filter(feature),
      changeSeller: (id, change) => sellers.put({ ...sellers.get(id), ...change, id }),
      addSeller: (seller) => sellers.put(seller),
      giveSeller: (id, login) => sellers.give(id, subjectOf(login)),
      expire: () => clock.expireAll(),
      endSession: async (login) => {
        const sub = subjectOf(login);
        const ids = store.list("Session").filter(([, payload]) => payload.accountId === sub);
        for (const [id] of ids) {
          const session = await provider.Session.find(id);
          if (session) await endSession(provider, store, session);
        }
        return ids.length;
      },
      config: (change) => {
        Object.assign(rules, checked(rulesSchema.partial(), change));
      },
      down: (target) => listeners[checked(serverName, target)].stop(),
      up: (target) => listeners[checked(serverName, target)].start(),
    };
    listeners.control.handler = createControlServer(control);

    return {
      issuer,
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      sellersUrl: urlOf("sellers"),
      profileUrl: urlOf("profile"),
      controlUrl: urlOf("control"),
      accounts,
      env: {
        OIDC_ISSUER: issuer,
        OIDC_CLIENT_ID: CLIENT_ID,
        OIDC_CLIENT_SECRET: CLIENT_SECRET,
        SELLERS_API_URL: urlOf("sellers"),
        PROFILE_API_URL: urlOf("profile"),
        ...variablesOf(rules.shape),
      },
      control,
      renew: async (behaviour) => {
        gate.faults.clear();
        for (const name of serverName.options) await listeners[name].start();
        Object.assign(rules, rulesOf(behaviour));
        sellers.reset(behaviour.sellers?.count ?? DEFAULT_SELLERS);
        gate.recorder.clear();
      },
      close: async () => {
        await stop();
        store.flush();
        sellers.flush();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A misspelt name must not pass in silence: the test that relies on it would prove nothing. */
function checked<T>(schema: z.ZodType<T>, given: unknown): T {
  const { data, error } = schema.safeParse(given);
  if (error) throw new Problem(400, z.prettifyError(error));
  return data as T;
}

function subjectOf(login: string): string {
  const account = findByLogin(login);
  if (!account) throw new Problem(404, `There is no account ${login}`);
  return account.sub;
}
