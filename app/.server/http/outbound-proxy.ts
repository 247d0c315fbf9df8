import { env } from "~/.server/env";

/** Makes `fetch` use the configured proxy. Node 20 has no NODE_USE_ENV_PROXY. */
export async function setOutboundProxy(): Promise<void> {
  const { HTTPS_PROXY, HTTP_PROXY, NO_PROXY } = env();
  if (!HTTPS_PROXY && !HTTP_PROXY) return;
  const { EnvHttpProxyAgent, setGlobalDispatcher } = await import("undici");
  // An empty text keeps undici from reading the environment itself.
  const proxies = { httpsProxy: HTTPS_PROXY?.reveal() ?? "", httpProxy: HTTP_PROXY?.reveal() ?? "" };
  setGlobalDispatcher(new EnvHttpProxyAgent({ ...proxies, noProxy: NO_PROXY ?? "" }));
}
