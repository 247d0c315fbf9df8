import { readFileSync } from "node:fs";
import { z } from "zod";
import {
  absoluteUrl,
  answerKey,
  baseUrl,
  blankAsAbsent,
  isLoopback,
  isParsable,
  oneOf,
  origin,
  proxyUrl,
  Secret,
  secret,
  sellersParams,
  urlWithoutQuery,
  wholeNumber,
  wholeNumberWithin,
} from "./env-fields";

/** From `.env.example` and the sandbox, so they are public. */
const SAMPLE_SECRETS = ["sample-session-secret-change-me-0000", "sandbox-session-secret-never-in-production"];

const schema = z
  .object({
    NODE_ENV: oneOf("production", ["production", "development", "test"]),
    APP_URL: origin,
    HOST: blankAsAbsent(z.string().optional()),
    // A blank PORT is refused: remix-serve, which reads it, too, would take any free port.
    PORT: z.string().regex(/\S/, "must be a number").pipe(wholeNumberWithin(0, 65535)).default(3000),
    OIDC_ISSUER: urlWithoutQuery,
    OIDC_CLIENT_ID: z.string().trim().min(1, "is required"),
    OIDC_CLIENT_SECRET: blankAsAbsent(secret.optional()),
    OIDC_SCOPE: blankAsAbsent(
      z
        .string()
        .refine((value) => value.split(" ").includes("openid"), "must contain openid")
        .default("openid profile email offline_access"),
    ),
    OIDC_CLIENT_AUTH: blankAsAbsent(z.enum(["basic", "post"], { error: "must be basic or post" }).optional()),
    OIDC_PROMPT: blankAsAbsent(
      z
        .string()
        .regex(/^(off|(login|consent|select_account)( (login|consent|select_account))*)$/, {
          error: "must be off, or one or more of login, consent and select_account",
        })
        .optional(),
    ),
    OIDC_AUDIENCE: blankAsAbsent(z.string().trim().optional()),
    OIDC_ORIGINS: z
      .string()
      .default("")
      .transform((value) => value.split(",").flatMap((part) => part.trim() || []))
      .pipe(z.array(origin)),
    OIDC_SUBJECT_CLAIM: blankAsAbsent(
      z
        .string()
        .regex(/^[\w:./-]{1,200}$/, "must be the name of a claim")
        .default("sub"),
    ),
    SELLERS_API_URL: baseUrl,
    PROFILE_API_URL: baseUrl,
    SELLERS_PUT: oneOf("keep", ["keep", "exact"]),
    SELLERS_SEARCH: oneOf("verified", ["verified", "backend"]),
    SELLERS_PARAMS: sellersParams,
    SELLERS_FIRST_PAGE: wholeNumber({ default: 1, min: 0, max: 1 }),
    SELLERS_SORT: oneOf("sign", ["sign", "suffix", "comma", "none"]),
    SELLERS_LIST_KEY: answerKey("sellers"),
    SELLERS_TOTAL_KEY: answerKey("total"),
    SELLERS_PAGE_MAX: wholeNumber({ default: 100, min: 1, max: 10_000 }),
    SESSION_SECRET: z
      .string({ error: "is required" })
      .transform((value) =>
        value
          .split(",")
          .map((part) => part.trim())
          .filter(Boolean),
      )
      .refine((parts) => parts.length > 0, "is required")
      .refine((parts) => parts.every((part) => part.length >= 32), {
        error: "each part needs at least 32 characters",
        abort: true,
      })
      .refine((parts) => parts.every((part) => new Set(part).size >= 8), "each part needs 8 different characters")
      .transform((parts) => parts.map((part) => new Secret(part))),
    DATABASE_URL: blankAsAbsent(
      z
        .string()
        .trim()
        .regex(/^(file:.+|postgres(ql)?:\/\/.+)$/, { error: "must be file:PATH or postgres://…", abort: true })
        .refine(isParsable, "must be a URL, with / ? # of user and password percent-encoded")
        .default("file:./data/panel.db")
        .pipe(secret),
    ),
    DATABASE_MAX_MB: blankAsAbsent(wholeNumberWithin(16, 1_048_576).optional()),
    SESSION_IDLE_MINUTES: wholeNumber({ default: 480, min: 1, max: 60 * 24 * 30 }),
    SESSION_MAX_HOURS: wholeNumber({ default: 24, min: 1, max: 24 * 30 }),
    PROFILE_TTL_SECONDS: wholeNumber({ default: 60, min: 0, max: 3600 }),
    PROFILE_STALE_MINUTES: wholeNumber({ default: 15, min: 0, max: 24 * 60 }),
    BACKEND_TIMEOUT_MS: wholeNumber({ default: 10_000, min: 50, max: 120_000 }),
    BACKEND_MAX_BYTES: wholeNumber({ default: 16_777_216, min: 1024, max: 1_073_741_824 }),
    BACKEND_CONCURRENCY: wholeNumber({ default: 64, min: 1, max: 4096 }),
    I18N_ROOT_REDIRECT: blankAsAbsent(z.enum(["en-US"], { error: "must be a locale prefix: en-US" }).optional()),
    HISTORY_DAYS: wholeNumber({ default: 365, min: 1, max: 3650 }),
    SELLER_NOTES: oneOf("on", ["on", "off"]),
    METRICS_TOKEN: blankAsAbsent(
      z
        .string()
        .regex(/^[!-~]{16,}$/, "needs at least 16 characters, in ASCII and without blanks")
        .pipe(secret)
        .optional(),
    ),
    HTTPS_PROXY: proxyUrl,
    HTTP_PROXY: proxyUrl,
    NO_PROXY: blankAsAbsent(z.string().optional()),
    LOG_LEVEL: oneOf("info", ["fatal", "error", "warn", "info", "debug", "trace", "silent"]),
    STYLE_GUIDE: oneOf("off", ["on", "off"]),
    SUPPORT_EMAIL: blankAsAbsent(z.string().trim().pipe(z.email("must be an e-mail address")).optional()),
    SUPPORT_URL: blankAsAbsent(absoluteUrl.transform((url) => url.href).optional()),
  })
  // Zod also runs this after a field's own check failed. OIDC_ISSUER is then a string, not a URL.
  .superRefine((env, ctx) => {
    if (
      env.NODE_ENV === "production" &&
      env.SESSION_SECRET.some((secret) => secret instanceof Secret && SAMPLE_SECRETS.includes(secret.reveal()))
    ) {
      ctx.addIssue({ code: "custom", path: ["SESSION_SECRET"], message: "is a published sample value" });
    }
    if (env.OIDC_ISSUER instanceof URL && env.OIDC_ISSUER.protocol === "http:" && !isLoopback(env.OIDC_ISSUER)) {
      ctx.addIssue({ code: "custom", path: ["OIDC_ISSUER"], message: "must be https: (http: is for loopback only)" });
    }
  });

export type Env = Readonly<z.output<typeof schema>>;
export const variableNames: readonly string[] = Object.keys(schema.shape);

/** Prefixes that no other program's variables have. */
const OWN_PREFIX = /^(OIDC|SELLERS?|SESSION|PROFILE|BACKEND|DATABASE|HISTORY|METRICS|SUPPORT|I18N|STYLE|LOG|APP)_/;
/** For a service called "sellers" Kubernetes sets SELLERS_SERVICE_HOST in all containers. */
const OF_KUBERNETES = /_SERVICE_(HOST|PORT)|_PORT(_|$)/;

/** Finds misspelt names, such as SESSION_IDLE_MINUTE. */
export function unknownVariables(source: Variables): string[] {
  const knownNames = new Set([...variableNames, ...IN_FILES.map((name) => `${name}_FILE`)]);
  return Object.keys(source).filter(
    (name) => OWN_PREFIX.test(name) && !knownNames.has(name) && !OF_KUBERNETES.test(name),
  );
}

/** `problems` names the variables, and never a value, which may be secret. */
export class ConfigurationError extends Error {
  constructor(readonly problems: string[]) {
    super(`Configuration:\n${problems.map((problem) => `  ${problem}`).join("\n")}`);
    this.name = "ConfigurationError";
  }
}

/** Variables whose value may be in a file: SESSION_SECRET_FILE, for example, names the file. */
const IN_FILES = ["OIDC_CLIENT_SECRET", "SESSION_SECRET", "DATABASE_URL", "METRICS_TOKEN"];
/** Variables whose lower-case form has precedence: `https_proxy` over `HTTPS_PROXY`. */
const IN_LOWER_CASE = ["HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY"];

type Variables = Record<string, string | undefined>;

function withProxiesAndSecretFiles(source: Variables): Variables {
  const all = { ...source };
  for (const name of IN_LOWER_CASE) all[name] = source[name.toLowerCase()] || source[name];
  const problems: string[] = [];
  for (const name of IN_FILES) {
    const path = source[`${name}_FILE`]?.trim();
    if (!path) continue;
    if (source[name]?.trim()) {
      problems.push(`${name}_FILE and ${name} are both set`);
      continue;
    }
    try {
      all[name] = readFileSync(path, "utf8").replace(/\r?\n$/, "");
      if (all[name].trim() === "") problems.push(`${name}_FILE names an empty file`);
    } catch (error) {
      problems.push(`${name}_FILE can't be read (${(error as NodeJS.ErrnoException).code ?? "unknown"})`);
    }
  }
  if (problems.length > 0) throw new ConfigurationError(problems);
  return all;
}

export function readEnv(variables: Variables): Env {
  const source = withProxiesAndSecretFiles(variables);
  const result = schema.safeParse(source);
  if (result.success) return Object.freeze(result.data);
  throw new ConfigurationError(
    result.error.issues.map((issue) => {
      const name = String(issue.path[0] ?? "environment");
      const isMissing = source[name] === undefined && issue.code === "invalid_type";
      return `${name} ${isMissing ? "is required" : issue.message}`;
    }),
  );
}

let configuration: Env | undefined;

/** Only this function reads `process.env`. */
export function env(): Env {
  configuration ??= readEnv(process.env);
  return configuration;
}
