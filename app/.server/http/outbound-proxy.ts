import { env } from "~/.server/env";

/** Node 20 has no NODE_USE_ENV_PROXY, which would make `fetch` use a proxy. */
export async function setOutboundProxy(): Promise<void> {
  const { HTTPS_PROXY, HTTP_PROXY, NO_PROXY } = env();
  if (!HTTPS_PROXY && !HTTP_PROXY) return;
  const { EnvHttpProxyAgent, setGlobalDispatcher } = await import("undici");
  // With an empty text undici doesn't read the environment.
  const proxies = { httpsProxy: HTTPS_PROXY?.reveal() ?? "", httpProxy: HTTP_PROXY?.reveal() ?? "" };
  setGlobalDispatcher(new EnvHttpProxyAgent({ ...proxies, noProxy: NO_PROXY ?? "" }));
}
