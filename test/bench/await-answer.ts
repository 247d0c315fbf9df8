const READY_WITHIN_MS = 30_000;

/** Resolves once the page is there. */
export async function awaitAnswer({ url, cookie = "" }: { url: string; cookie?: string }): Promise<void> {
  const end = Date.now() + READY_WITHIN_MS;
  while (Date.now() < end) {
    const answer = await fetch(url, { headers: { cookie } }).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${url} doesn't answer`);
}
