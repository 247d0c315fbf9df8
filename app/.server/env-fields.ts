import { z } from "zod";

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

export function isLoopback({ hostname }: URL): boolean {
  return LOOPBACK.has(hostname);
}

const isHttpUrl = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

export const absoluteUrl = z
  .string()
  .refine(isHttpUrl, "must be an absolute http(s) URL")
  .transform((text) => new URL(text))
  .refine(({ username, password }) => !username && !password, "must not hold credentials");

export const urlWithoutQuery = absoluteUrl.refine(
  (url) => !url.search && !url.hash,
  "must not hold a query or a fragment",
);

/** Refuses `*`, `;` and `,`, which would change the Content-Security-Policy header's meaning. */
export const PLAIN_HOST = /^([a-z\d.-]+|\[[a-f\d:.]+\])$/;

export const origin = urlWithoutQuery
  .refine((url) => url.protocol === "https:" || isLoopback(url), "must be https: (http: is for loopback only)")
  .refine(({ pathname }) => pathname === "/", "must be an origin, without a path")
  .refine(({ hostname }) => PLAIN_HOST.test(hostname), "must name a host, without *")
  .transform((url) => url.origin);

// If the password `12/3` isn't encoded, `postgres://anna:12/3@db/panel` has the host `anna` and the
// path `/3@db/panel`. So an `@` in the path, query or fragment shows such a password.
export function isParsable(text: string): boolean {
  if (text.startsWith("file:")) return true;
  // `pg` accepts an address without a host (`user@/name`). `URL` doesn't.
  const address = text.replace("@/", "@host/");
  if (!URL.canParse(address)) return false;
  const { pathname, search, hash } = new URL(address);
  // An `@` is allowed in the database's name (the end of the path) and in a parameter's value.
  return !/@.*\//.test(pathname) && !`${search.split("=", 1)}${hash}`.includes("@");
}

/** Without a trailing slash, so that a path can be appended. */
export const baseUrl = urlWithoutQuery.transform((url) => url.href.replace(/\/+$/, ""));

export const blankAsAbsent = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (typeof value === "string" && value.trim() === "" ? undefined : value), schema);

export const wholeNumberWithin = (min: number, max: number) =>
  z.coerce
    .number<string>({ error: "must be a number" })
    .int("must be a whole number")
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`);

export const wholeNumber = (limits: { default: number; min: number; max: number }) =>
  blankAsAbsent(wholeNumberWithin(limits.min, limits.max).default(limits.default));

const anyOf = new Intl.ListFormat("en-GB", { type: "disjunction" });

export const oneOf = <const T extends string>(fallback: NoInfer<T>, values: readonly T[]) =>
  blankAsAbsent(z.enum(values, { error: `must be ${anyOf.format(values)}` }).default(fallback));

/** Can't be printed or logged by accident, because only `reveal()` returns the value. */
export class Secret {
  readonly #value: string;
  constructor(value: string) {
    this.#value = value;
  }
  reveal(): string {
    return this.#value;
  }
  toString(): string {
    return "[secret]";
  }
  toJSON(): string {
    return "[secret]";
  }
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return "[secret]";
  }
}

export const secret = z.string().transform((value) => new Secret(value));

/** A secret, because a proxy's address may have credentials. */
export const proxyUrl = blankAsAbsent(z.string().refine(isHttpUrl, "must be an http(s) URL").pipe(secret).optional());

const defaultListParams = {
  search: "search",
  accountEnabled: "accountEnabled",
  sort: "sort",
  page: "page",
  pageSize: "pageSize",
};

// A list such as `search=q,page=$skip:offset`. Its parts, of which a missing one has its default:
//   `search=q`            the backend calls this parameter `q`
//   `search=`             the backend has no such parameter
//   `page=$skip:offset`   the parameter's value is the number of sellers to skip
//   `sort=_sort:_order`   the direction has its own parameter
export const sellersParams = z
  .string()
  .default("")
  .transform((value, ctx) => {
    const params = { ...defaultListParams };
    let paging: "number" | "offset" = "number";
    let directionParam = "";
    const refuse = (message: string) => ctx.addIssue({ code: "custom", message });
    const namedParams = new Set<string>();
    for (const pair of value.split(",")) {
      if (pair.trim() === "") continue;
      const [parameter = "", nameAndSuffix, ...excess] = pair.split("=").map((part) => part.trim());
      const [name = "", suffix = "", ...excessSuffixes] = (nameAndSuffix ?? "").split(":");
      const allowsSuffix = (parameter === "page" && suffix === "offset") || (parameter === "sort" && suffix !== "");
      if (!Object.hasOwn(params, parameter)) refuse(`knows only ${Object.keys(params).join(", ")}`);
      else if (namedParams.has(parameter)) refuse(`names ${parameter} twice`);
      else if (nameAndSuffix === undefined || excess.length > 0 || !/^[^\s&#?]*$/.test(nameAndSuffix)) {
        refuse(`must hold ${parameter}=NAME, or ${parameter}= where the backend has no such parameter`);
      } else if (nameAndSuffix.includes(":") && (!name || !allowsSuffix || excessSuffixes.length > 0)) {
        refuse("may have a colon only as in page=NAME:offset and sort=NAME:DIRECTION");
      } else {
        params[parameter as keyof typeof params] = name;
        if (parameter === "page" && suffix) paging = "offset";
        if (parameter === "sort") directionParam = suffix;
      }
      namedParams.add(parameter);
    }
    const usedNames = [...Object.values(params), directionParam].filter(Boolean);
    if (new Set(usedNames).size < usedNames.length) refuse("gives two parameters the same name");
    if (paging === "offset" && !params.pageSize) refuse("needs a name for pageSize beside page=NAME:offset");
    return { params, paging, directionParam };
  });

/** A field's name or a path (`meta.total`); empty if the answer has no such field. */
export const answerKey = (fallback: string) =>
  z
    .string()
    .trim()
    .max(200, "must have at most 200 characters")
    .regex(/^\S*$/, "must be a field's name, without blanks")
    .default(fallback);
