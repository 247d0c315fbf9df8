import { env } from "~/.server/env";

/**
 * From here on this process's `fetch` goes by HTTPS_PROXY, HTTP_PROXY and NO_PROXY; without them it is left as it is. Node's own
 * switch for that (NODE_USE_ENV_PROXY) isn't in Node 20.
 */
export async function goByProxy(): Promise<void> {
  const { HTTPS_PROXY, HTTP_PROXY, NO_PROXY } = env();
  if (!HTTPS_PROXY && !HTTP_PROXY) return;
  const { EnvHttpProxyAgent, setGlobalDispatcher } = await import("undici");
  const proxies = { httpsProxy: HTTPS_PROXY?.reveal() ?? "", httpProxy: HTTP_PROXY?.reveal() ?? "" };
  setGlobalDispatcher(new EnvHttpProxyAgent({ ...proxies, noProxy: NO_PROXY ?? "" }));
}
