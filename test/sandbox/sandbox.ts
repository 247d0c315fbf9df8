import { z } from "zod";
import { accounts, findByLogin } from "./accounts";
import { Problem } from "./answers";
import { parseShape, variablesOf } from "./backend-shape";
import { BearerCheck, TokenClock } from "./bearer";
import { createControlServer } from "./control";
import { createDirectory } from "./directory";
import { Gate } from "./gate";
import { Listener } from "./listener";
import { CLIENT_ID, CLIENT_SECRET, createProvider } from "./provider";
import { loadKeys, ProviderStore } from "./provider-store";
import { SellerStore } from "./seller-store";
import { createSellersBackend } from "./sellers-backend";
import { endSession } from "./sign-out-page";
import {
  type Behaviour,
  type Fault,
  faultSchema,
  type RecordedRequest,
  type Rules,
  rulesSchema,
  type SandboxOptions,
  type StoredSeller,
  type Target,
} from "./types";

export { accounts } from "./accounts";
export type { Fault, SandboxOptions, StoredSeller } from "./types";
export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;
export type SandboxControl = Sandbox["control"];

const serverName = z.enum(["sellers", "profile", "provider"]);
const DEFAULT_SELLERS = 320;
const USUAL_RULES: Omit<Rules, "shape"> = {
  accessTokenSeconds: 3600,
  refresh: true,
  etags: true,
  scoped: false,
  strict: false,
  ignores: [],
};

function rulesOf({ sellers = {}, tokens = {} }: Behaviour): Rules {
  const { backend = "", count: _count, ...changes } = sellers;
  return { ...USUAL_RULES, ...changes, ...tokens, shape: parseShape(backend) };
}

/** Starts the stand-in world: identity provider, sellers backend, directory and their control. */
export async function startSandbox(options: SandboxOptions) {
  const appUrl = new URL(options.appUrl);
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
    // The app's own host, because a hidden frame only sends cookies of the same site.
    const host = appUrl.hostname === "localhost" ? "localhost" : "127.0.0.1";
    const urlOf = (name: keyof typeof listeners) => `http://${host}:${listeners[name].port}`;
    const issuer = urlOf("provider");

    const gate = new Gate();
    const clock = new TokenClock();
    const bearer = new BearerCheck(issuer, clock, gate.internalHeaders);
    const store = new ProviderStore(directory);
    const sellers = new SellerStore(directory, options.sellers?.count ?? DEFAULT_SELLERS);
    const keys = await loadKeys(directory);
    const provider = createProvider({ issuer, appUrl: appUrl.origin, keys, store, clock, bearer, rules });

    listeners.provider.handler = gate.guard(() => "provider", provider.callback());
    listeners.sellers.handler = gate.guard(() => "sellers", createSellersBackend(sellers, bearer, rules));
    listeners.profile.handler = gate.guard(
      (request) => (/\/image(\?|$)/.test(request.url ?? "") ? "image" : "profile"),
      createDirectory(bearer),
    );
    await bearer.ready();

    const control = {
      /** @returns the fault's id */
      fault: (fault: Fault) => gate.faults.add(checked(faultSchema, fault)),
      /** Removes one fault, or all of them. */
      clearFaults: (id?: string) => gate.faults.clear(id),
      /** The latest 10,000 requests, oldest first, without the sandbox's own calls. */
      requests: (target?: Target, isWanted: (request: RecordedRequest) => unknown = () => true) =>
        gate.recorder.list(target).filter(isWanted),
      clearRequests: () => gate.recorder.clear(),
      /** Puts the seeded sellers back. */
      reset: () => sellers.reset(),
      /** @param login limits the sellers to those of this person */
      sellers: (login?: string) => sellers.all(login === undefined ? undefined : subjectOf(login)),
      seller: (id: string) => sellers.all().find((seller) => seller.id === id),
      sellersWith: (feature: (seller: StoredSeller) => unknown) => sellers.all().filter(feature),
      /** Merges a change into a seller behind the app's back. */
      changeSeller: (id: string, change: Record<string, unknown>) => sellers.put({ ...sellers.get(id), ...change, id }),
      /** Stores a seller with any id, also one that the backend itself never gives. @throws Problem 409 */
      addSeller: (seller: StoredSeller) => sellers.put(seller),
      /** Gives a seller to a person, so that a scoped backend shows it to nobody else. */
      giveSeller: (id: string, login: string) => sellers.give(id, subjectOf(login)),
      /** Every access token issued so far is refused by both backends from now on. */
      expire: () => clock.expireAll(),
      /** Ends the person's sessions, with back-channel logout. @returns how many there were */
      endSession: async (login: string) => {
        const sub = subjectOf(login);
        const ids = store.list("Session").filter(([, payload]) => payload.accountId === sub);
        for (const [id] of ids) {
          const session = await provider.Session.find(id);
          if (session) await endSession(provider, store, session);
        }
        return ids.length;
      },
      config: (change: Partial<z.infer<typeof rulesSchema>>) => {
        Object.assign(rules, checked(rulesSchema.partial(), change));
      },
      /** Stops listening: connections are refused. */
      down: (target: z.infer<typeof serverName>) => listeners[checked(serverName, target)].stop(),
      /** Listens again, on the same port. */
      up: (target: z.infer<typeof serverName>) => listeners[checked(serverName, target)].start(),
    };
    listeners.control.handler = createControlServer(control);

    return {
      issuer,
      sellersUrl: urlOf("sellers"),
      profileUrl: urlOf("profile"),
      controlUrl: urlOf("control"),
      accounts,
      /** The app's environment variables for this sandbox. */
      env: {
        OIDC_ISSUER: issuer,
        OIDC_CLIENT_ID: CLIENT_ID,
        OIDC_CLIENT_SECRET: CLIENT_SECRET,
        SELLERS_API_URL: urlOf("sellers"),
        PROFILE_API_URL: urlOf("profile"),
        ...variablesOf(rules.shape),
      },
      control,
      /** Resets the sandbox as if it had just been started with these options; sessions stay. */
      renew: async (behaviour: Behaviour) => {
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

/** Refuses a misspelt name, with which the test would show nothing. */
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
