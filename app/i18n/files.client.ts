import type { Texts } from "./bound-spaces";

/** One chunk per namespace and language, so that a browser loads only what its pages say. */
export const files = import.meta.glob<{ default: Texts }>("./*/page/*.ts");
