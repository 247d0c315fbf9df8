/**
 * Whether Redis drops keys when its memory is full, as its user is allowed to know.
 * @returns the policy by which it does (`allkeys-lru`), or undefined where it doesn't: no limit, or `noeviction`
 */
export async function evictionPolicy(client: { info(section: string): Promise<string> }): Promise<string | undefined> {
  const memory = await client.info("memory");
  const of = (name: string) => new RegExp(`^${name}:(\\S+)`, "m").exec(memory)?.[1];
  const policy = of("maxmemory_policy");
  return of("maxmemory") === "0" || policy === "noeviction" ? undefined : policy;
}
