import type { i18n, TFunction } from "i18next";

/** Far more than there are texts; beyond it, which only numbers reach, what was known is forgotten. */
const MAX_TEXTS = 10_000;

type LookUp = (...given: unknown[]) => string;
type Remembered = LookUp & { forget: () => void };

/** A text without values, or with whole numbers alone, is always the same: a list page asks for some hundred of them. */
export function remembered(lookUp: LookUp): Remembered {
  const known = new Map<string, string>();
  const remembering: LookUp = (key, options, ...rest) => {
    const name = rest.length === 0 && typeof key === "string" ? nameOf(key, options) : undefined;
    if (name === undefined) return lookUp(key, options, ...rest);
    const found = known.get(name);
    if (found !== undefined) return found;
    const text = lookUp(key, options);
    if (known.size >= MAX_TEXTS) known.clear();
    known.set(name, text);
    return text;
  };
  return Object.assign(remembering, { forget: () => known.clear() });
}

/** Has an instance's own `t`, which every other `t` calls in the end, remember its texts until words are added. */
export function rememberTexts(created: i18n): void {
  const t = remembered(created.t as unknown as LookUp);
  created.t = t as unknown as TFunction;
  created.store.on("added", t.forget);
}

/** What `useTranslation`'s own `t` adds to each call: the language and the namespaces that it was made for. */
const OWN_OPTIONS = new Set(["lng", "lngs", "ns", "keyPrefix"]);

/** The key under which a text is remembered; undefined if it depends on more than its key, its namespaces and whole numbers. */
function nameOf(key: string, options: unknown): string | undefined {
  if (options === undefined) return key;
  if (typeof options !== "object" || options === null) return undefined;
  let name = key;
  for (const [option, value] of Object.entries(options)) {
    if (value === undefined || value === null) continue;
    if (!Number.isSafeInteger(value) && !OWN_OPTIONS.has(option)) return undefined;
    name += `\n${option} ${value}`;
  }
  return name;
}
