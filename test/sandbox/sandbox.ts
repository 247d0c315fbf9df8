import { accounts, findByLogin } from "./accounts";
import { Problem } from "./answers";
import { LARGEST_PAGE, parseShape, variablesOf } from "./backend-shape";
import { BearerCheck, TokenClock } from "./bearer";
import { createControlServer } from "./control";
import { createDirectory } from "./directory";
import { Faults } from "./faults";
import { Gate } from "./gate";
import { Listener } from "./listener";
import { CLIENT_ID, CLIENT_SECRET, createProvider, type TokenRules } from "./provider";
import { loadKeys, ProviderStore } from "./provider-store";
import { Recorder } from "./recorder";
import { SellerStore } from "./seller-store";
import { createSellersBackend, type SellersRules } from "./sellers-backend";
import { endSession } from "./sign-out-page";
import type { Behaviour, Sandbox, SandboxControl, SandboxOptions, ServerName } from "./types";

export { accounts } from "./accounts";
export type { Fault, Sandbox, SandboxOptions, StoredSeller } from "./types";

const SERVERS = ["sellers", "profile", "provider"] as const satisfies ServerName[];
const DEFAULT_SELLERS = 320;
const DEFAULT_TOKEN_SECONDS = 3600;

const sellersRulesOf = ({ sellers = {} }: Behaviour): SellersRules => ({
  mode: sellers.mode ?? "paged",
  etags: sellers.etags ?? true,
  scoped: sellers.scoped ?? false,
  strict: sellers.strict ?? false,
  ignores: [],
  isUnstable: false,
  ...(sellers.backend ? { shape: parseShape(sellers.backend) } : {}),
});

const tokenRulesOf = ({ tokens = {} }: Behaviour): TokenRules => ({
  accessTokenSeconds: tokens.accessTokenSeconds ?? DEFAULT_TOKEN_SECONDS,
  refresh: tokens.refresh ?? true,
});

/** Starts the stand-in world: identity provider, sellers backend, directory and their control. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const appUrls = [options.appUrl].flat().map((url) => new URL(url).origin);
  const { directory, ports = {} } = options;
  const sellersRules = sellersRulesOf(options);
  const tokens = tokenRulesOf(options);

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
    const provider = createProvider({ issuer, appUrls, keys, store, clock, bearer, tokens });

    listeners.provider.handler = gate.guard(() => "provider", provider.callback());
    listeners.sellers.handler = gate.guard(() => "sellers", createSellersBackend(sellers, bearer, sellersRules));
    listeners.profile.handler = gate.guard(
      (request) => (/\/image(\?|$)/.test(request.url ?? "") ? "image" : "profile"),
      createDirectory(bearer),
    );
    await bearer.ready();

    const control: SandboxControl = {
      fault: (fault) => gate.faults.add(fault),
      clearFaults: (id) => gate.faults.clear(id),
      requests: (target) => gate.recorder.list(target),
      clearRequests: () => gate.recorder.clear(),
      reset: () => sellers.reset(),
      sellers: (login) => sellers.all(login === undefined ? undefined : subjectOf(login)),
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
      config: ({ accessTokenSeconds, refresh, mode, etags, scoped, strict, ignores, isUnstable }) => {
        if (accessTokenSeconds !== undefined) tokens.accessTokenSeconds = accessTokenSeconds;
        if (refresh !== undefined) tokens.refresh = refresh;
        if (mode !== undefined) sellersRules.mode = mode;
        if (etags !== undefined) sellersRules.etags = etags;
        if (scoped !== undefined) sellersRules.scoped = scoped;
        if (strict !== undefined) sellersRules.strict = strict;
        if (ignores !== undefined) sellersRules.ignores = ignores;
        if (isUnstable !== undefined) sellersRules.isUnstable = isUnstable;
      },
      down: (target: ServerName) => listeners[target].stop(),
      up: (target: ServerName) => listeners[target].start(),
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
        ...(sellersRules.shape ? variablesOf(sellersRules.shape) : { SELLERS_PAGE_MAX: String(LARGEST_PAGE) }),
      },
      control,
      renew: async (behaviour) => {
        gate.faults.clear();
        for (const name of SERVERS) await listeners[name].start();
        Object.assign(sellersRules, sellersRulesOf(behaviour));
        Object.assign(tokens, tokenRulesOf(behaviour));
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

function subjectOf(login: string): string {
  const account = findByLogin(login);
  if (!account) throw new Problem(404, `There is no account ${login}`);
  return account.sub;
}
