/** Alive: the process answers. Says nothing of what it depends on (that is /readyz). */
export function loader() {
  return new Response("ok\n", { headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
