import type { RequestListener } from "node:http";
import { answering, Problem, readJson } from "./answers";

/** `POST /{call}` with a JSON array of arguments is answered by the call's result or `null`. */
export function createControlServer(control: object): RequestListener {
  return answering(async (request) => {
    const name = (request.url ?? "/").slice(1);
    if (request.method !== "POST" || !Object.hasOwn(control, name)) {
      throw new Problem(404, "There is no such call; see test/sandbox/README.md");
    }
    const args = await readJson(request);
    if (!Array.isArray(args)) throw new Problem(400, "The arguments must be a JSON array");
    const call = Reflect.get(control, name) as (...args: unknown[]) => unknown;
    return { status: 200, json: (await call(...args)) ?? null };
  });
}
