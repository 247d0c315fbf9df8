import { env } from "~/.server/env";

/** Makes `fetch` use the company's proxy. Node 20 doesn't have NODE_USE_ENV_PROXY for this yet. */
export async function setOutboundProxy(): Promise<void> {
  const { HTTPS_PROXY, HTTP_PROXY, NO_PROXY } = env();
  if (!HTTPS_PROXY && !HTTP_PROXY) return;
  const { EnvHttpProxyAgent, setGlobalDispatcher } = await import("undici");
  // An absent proxy becomes an empty text: for `undefined`, undici would read the environment.
  const proxies = { httpsProxy: HTTPS_PROXY?.reveal() ?? "", httpProxy: HTTP_PROXY?.reveal() ?? "" };
  setGlobalDispatcher(new EnvHttpProxyAgent({ ...proxies, noProxy: NO_PROXY ?? "" }));
}
