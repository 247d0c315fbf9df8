import type Provider from "oidc-provider";
import { z } from "zod";

/** What `provider.use` takes; the provider is a Koa application. */
export type Middleware = Parameters<Provider["use"]>[0];

/** `image` is the directory's `/image` path, which `profile` leaves out. */
export type Target = Fault["target"];

export type SandboxOptions = {
  appUrl: string;
  /** For sellers, keys, sessions and grants; without it nothing touches the disk. */
  directory?: string;
  /** 0 or absent: any free port. */
  ports?: { provider?: number; sellers?: number; profile?: number; control?: number };
  /** Default: 320 sellers, of which everybody sees all. */
  sellers?: Partial<Pick<Rules, "scoped">> & {
    count?: number;
    /** How its list is asked for and answered (backend-shape.ts). */
    backend?: string;
  };
  /** Default: 3600 seconds. */
  tokens?: Partial<Pick<Rules, "accessTokenSeconds">>;
};

/** The options that don't bind a sandbox to an address, a port or a folder. */
export type Behaviour = Pick<SandboxOptions, "sellers" | "tokens">;

/** A seller as the backend stores it: the fields the app knows and whatever else came along. */
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

/** How a sellers backend is asked for its list, and how it answers. */
export type BackendShape = {
  /** Its names of the parameters; empty where it has none. */
  params: Record<"search" | "accountEnabled" | "sort" | "page" | "pageSize", string>;
  /** What `page` holds: a page's number, or how many sellers come before it. */
  paging: "number" | "offset";
  firstPage: number;
  sort: "sign" | "suffix" | "comma";
  /** Its parameter for `asc` and `desc`; empty where the order itself says so. */
  directionParam: string;
  /** The field of the sellers; empty for a bare array. */
  list: string;
  /** The field of their number, `header` for X-Total-Count; empty for none. */
  total: string;
  /** The size of its pages where it can't be asked for one. */
  ownPageSize: number;
  /** Longer pages are refused. */
  longestPage: number;
};

/** The first fault that matches a request happens to it. */
export const faultSchema = z.strictObject({
  target: z.enum(["sellers", "profile", "image", "provider"]),
  method: z.string().optional(),
  /** A part of the path, or a pattern (`{ "regex": "…" }` over HTTP). */
  path: z.union([z.string(), z.instanceof(RegExp), z.strictObject({ regex: z.string() })]).optional(),
  /** How many requests it happens to; without it, all of them. */
  times: z.number().optional(),
  /** Wait this long first; alone, the true answer follows. */
  delayMs: z.number().optional(),
  /** Answer this instead (status 200 when only a body is given). */
  status: z.number().optional(),
  body: z.unknown().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  /** Wait first until this fault is cleared; alone, the true answer follows. */
  hold: z.boolean().optional(),
  /** Send the headers and half of the true answer (or of `body`), then destroy the connection. */
  cut: z.boolean().optional(),
  /** A 200 page of HTML. */
  html: z.boolean().optional(),
  /** Destroy the connection before anything is done. */
  drop: z.boolean().optional(),
  /** Do what was asked, then destroy the connection, or answer `status`, as a gateway does. */
  loseAnswer: z.boolean().optional(),
});
export type Fault = z.infer<typeof faultSchema>;

export type RecordedRequest = {
  target: Target;
  method: string;
  path: string;
  query: Record<string, string>;
  headers: Record<string, string | string[] | undefined>;
  /** Parsed when it was JSON or a form, else text; `undefined` when there was none. */
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
  /** Refuses fields that a request has no business to send, and keeps its own through an update. */
  strict: z.boolean(),
  /** Parameters of the sellers list that it takes no notice of, by their names. */
  ignores: z.array(z.string()),
});
/** Read at every request, so that a change takes effect at once. */
export type Rules = z.infer<typeof rulesSchema> & { shape: BackendShape };
