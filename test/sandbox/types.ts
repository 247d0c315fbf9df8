import type Provider from "oidc-provider";
import { z } from "zod";

/** A middleware for `provider.use`; the provider is a Koa application. */
export type Middleware = Parameters<Provider["use"]>[0];

/** `image` is the directory's `/image` path, which `profile` leaves out. */
export type Target = Fault["target"];

export type SandboxOptions = {
  appUrl: string;
  /** The folder for sellers, keys, sessions and grants; without it nothing is stored on disk. */
  directory?: string;
  /** 0 or absent: any free port. */
  ports?: { provider?: number; sellers?: number; profile?: number; control?: number };
  /** Default: 320 sellers, of which everybody sees all. */
  sellers?: Partial<Pick<Rules, "scoped">> & {
    count?: number;
    /** How the list is requested and answered, such as `sort=,pageSize=limit` (backend-shape.ts). */
    backend?: string;
  };
  /** Default: 3600 seconds. */
  tokens?: Partial<Pick<Rules, "accessTokenSeconds">>;
};

/** The options that don't bind a sandbox to an address, a port or a folder. */
export type Behaviour = Pick<SandboxOptions, "sellers" | "tokens">;

/** A seller as the backend stores it: the fields that the app knows, and any others. */
export type StoredSeller = {
  id: string;
  displayName: string;
  email: string;
  firstName?: string;
  surname?: string;
  accountEnabled: boolean;
  mpk: string;
  [field: string]: unknown;
};

/** How a sellers backend's list is requested, and how it is answered. */
export type BackendShape = {
  /** The backend's names of the parameters; empty for one that it doesn't have. */
  params: Record<"search" | "accountEnabled" | "sort" | "page" | "pageSize", string>;
  /** What `page` holds: a page's number, or how many sellers come before it. */
  paging: "number" | "offset";
  firstPage: number;
  sort: "sign" | "suffix" | "comma";
  /** The parameter for `asc` and `desc`; empty if `sort` itself has the direction. */
  directionParam: string;
  /** The answer's field with the sellers; empty for a bare array. */
  list: string;
  /** The field with the number of sellers, `header` for X-Total-Count; empty if there is none. */
  total: string;
  /** The size of a page if the request can't choose it. */
  ownPageSize: number;
  /** A request for a longer page is refused. */
  longestPage: number;
};

/** The first fault that matches a request happens to it. */
export const faultSchema = z.strictObject({
  target: z.enum(["sellers", "profile", "image", "provider"]),
  method: z.string().optional(),
  /** A part of the path, or a pattern (`{ "regex": "…" }` over HTTP). */
  path: z.union([z.string(), z.instanceof(RegExp), z.strictObject({ regex: z.string() })]).optional(),
  /** How many requests get the fault; without it, all of them. */
  times: z.number().optional(),
  /** Wait this long; without another fault the right answer follows. */
  delayMs: z.number().optional(),
  /** Answer with this status and body (200 if there is only a body). */
  status: z.number().optional(),
  body: z.unknown().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  /** Wait until this fault is cleared; without another fault the right answer follows. */
  hold: z.boolean().optional(),
  /** Send the headers and half of the right answer (or of `body`), then destroy the connection. */
  cut: z.boolean().optional(),
  /** Answer 200 with a page of HTML, as a network that asks people to sign in. */
  html: z.boolean().optional(),
  /** Destroy the connection before anything is done. */
  drop: z.boolean().optional(),
  /** Carry out the request, then destroy the connection, or answer `status` as a gateway does. */
  loseAnswer: z.boolean().optional(),
});
export type Fault = z.infer<typeof faultSchema>;

export type RecordedRequest = {
  target: Target;
  method: string;
  path: string;
  query: Record<string, string>;
  headers: Record<string, string | string[] | undefined>;
  /** JSON and forms are parsed, other bodies are text; undefined without a body. */
  body: unknown;
  /** Milliseconds since the epoch. */
  at: number;
  /** In ms; absent until the whole answer is sent. */
  tookMs?: number;
};

/** What can be changed while the sandbox runs. */
export const rulesSchema = z.strictObject({
  accessTokenSeconds: z.number(),
  /** Whether there are refresh tokens. */
  refresh: z.boolean(),
  etags: z.boolean(),
  /** Whether each person sees and changes only their own sellers. */
  scoped: z.boolean(),
  /** Refuses unknown fields of a request, and keeps the backend's own fields in an update. */
  strict: z.boolean(),
  /** Names of list parameters that the backend ignores. */
  ignores: z.array(z.string()),
});
/** The rules are read at every request, so that a change takes effect at once. */
export type Rules = z.infer<typeof rulesSchema> & { shape: BackendShape };
