import type { Texts } from "./bound-spaces";

/** A chunk for each namespace of each language, so that a browser loads one language and only what its pages say. */
export const files = import.meta.glob<{ default: Texts }>("./*/page/*.ts");
