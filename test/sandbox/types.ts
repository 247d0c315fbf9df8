import type Provider from "oidc-provider";
import { z } from "zod";
import type { accounts } from "./accounts";
import type { BackendShape } from "./backend-shape";

/** What `provider.use` takes; the provider is a Koa application. */
export type Middleware = Parameters<Provider["use"]>[0];

/** `image` is the directory's `/image` path, which `profile` leaves out. */
export type Target = Fault["target"];

/** A server that can be stopped and started again on its port. */
export type ServerName = "sellers" | "profile" | "provider";

export type SellersMode = Rules["mode"];

export type SandboxOptions = {
  /** Redirect URIs are registered for each origin; back-channel logout goes to the first. */
  appUrl: string | string[];
  /** For sellers, keys, sessions and grants; without it nothing touches the disk. */
  directory?: string;
  /** 0 or absent: any free port. */
  ports?: { provider?: number; sellers?: number; profile?: number; control?: number };
  /**
   * Default: paged, with ETags, 320 sellers, not scoped (everybody sees all of them), not strict
   * about fields that a request has no business to send. Above 20 000 sellers nothing is
   * written to disk.
   */
  sellers?: Partial<Pick<Rules, "mode" | "etags" | "scoped" | "strict">> & {
    count?: number;
    /** How its list is asked for and answered (backend-shape.ts). */
    backend?: string;
  };
  /** Default: 3600 seconds, with refresh tokens. */
  tokens?: Partial<Pick<Rules, "accessTokenSeconds" | "refresh">>;
  /** One line per request on standard output. */
  log?: boolean;
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
  /** Accept and never answer. */
  hang: z.boolean().optional(),
  /** Send the headers and half of the true answer (or of `body`), then destroy the connection. */
  cut: z.boolean().optional(),
  /** A 200 page of HTML. */
  html: z.boolean().optional(),
  /** Answer 302 to this address. */
  redirect: z.string().optional(),
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
  mode: z.enum(["paged", "list"]),
  etags: z.boolean(),
  /** Whether each person sees and changes only their own sellers. */
  scoped: z.boolean(),
  /** Refuses fields that a request has no business to send, and keeps its own through an update. */
  strict: z.boolean(),
  /** Parameters of the sellers list that it takes no notice of, by their names. */
  ignores: z.array(z.string()),
  /** Orders equal values at random, as SQL does without a further column to order by. */
  isUnstable: z.boolean(),
});
/** Read at every request, so that a change takes effect at once. */
export type Rules = z.infer<typeof rulesSchema> & { shape: BackendShape };

export interface SandboxControl {
  /** Adds a fault and returns its id. */
  fault(fault: Fault): string;
  /** Removes one fault, or all of them. */
  clearFaults(id?: string): void;
  /** The latest 10,000 requests, oldest first, without the sandbox's own calls. */
  requests(target?: Target): RecordedRequest[];
  clearRequests(): void;
  /** Puts the seeded sellers back. */
  reset(): void;
  /** @param login of the person whose they are; without it, everybody's. */
  sellers(login?: string): StoredSeller[];
  seller(id: string): StoredSeller | undefined;
  sellersWith(feature: (seller: StoredSeller) => unknown): StoredSeller[];
  /** Merges a change into a seller behind the app's back. */
  changeSeller(id: string, change: Record<string, unknown>): StoredSeller;
  /** The id may be one that the backend itself would never give. @throws Problem 409 */
  addSeller(seller: StoredSeller): StoredSeller;
  /** Makes a seller that person's, so that a scoped backend shows it to nobody else. */
  giveSeller(id: string, login: string): void;
  /** Every access token issued so far is refused by both backends from now on. */
  expire(): void;
  /** Ends the person's sessions, with back-channel logout. @returns how many there were */
  endSession(login: string): Promise<number>;
  config(change: Partial<z.infer<typeof rulesSchema>>): void;
  /** Stops listening: connections are refused. */
  down(target: ServerName): Promise<void>;
  /** Listens again, on the same port. */
  up(target: ServerName): Promise<void>;
}

export type Sandbox = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  sellersUrl: string;
  profileUrl: string;
  controlUrl: string;
  accounts: typeof accounts;
  /** What the app needs in its environment to live in this sandbox. */
  env: Record<"OIDC_ISSUER" | "OIDC_CLIENT_ID" | "OIDC_CLIENT_SECRET" | "SELLERS_API_URL" | "PROFILE_API_URL", string> &
    Record<string, string>;
  control: SandboxControl;
  /** Makes it like one that was just started with these options; sign-ins at the provider last. */
  renew(behaviour: Behaviour): Promise<void>;
  close(): Promise<void>;
};
