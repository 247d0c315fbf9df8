/** Says that the process answers; `/readyz` says whether the process can work. */
export function loader() {
  return new Response("ok\n", { headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
