import { beforeEach, expect, it, vi } from "vitest";
import { testEnv } from "../../../test/support/test-env";
import type * as ClientAuthentication from "./client-authentication.server";

vi.mock("~/.server/log", () => ({ log: () => ({ info: () => undefined }) }));

/** As `openssl rand -base64` makes them, and then some. */
const SECRET = "a+b/c=d-e_f.g~h%20i:j==";

/** A process that has spoken with no provider yet. */
let client: typeof ClientAuthentication;
async function start(more: Record<string, string> = {}): Promise<void> {
  vi.resetModules();
  vi.stubEnv("OIDC_CLIENT_AUTH", undefined);
  for (const [name, value] of Object.entries(testEnv({ OIDC_CLIENT_SECRET: SECRET, ...more }))) vi.stubEnv(name, value);
  client = await import("./client-authentication.server");
}
beforeEach(async () => {
  await start();
  return () => vi.unstubAllEnvs();
});

/** The credentials of a call to the token endpoint of a provider that offers these methods. */
function credentials(offered?: string[]): { basic: string | undefined; body: string | null } {
  const server = { issuer: "https://provider.example", token_endpoint_auth_methods_supported: offered };
  const [body, headers] = [new URLSearchParams(), new Headers()];
  client.clientAuthentication(server)(server, { client_id: "panel" }, body, headers);
  const [, encoded] = headers.get("authorization")?.split(" ") ?? [];
  return { basic: encoded && Buffer.from(encoded, "base64").toString(), body: body.get("client_secret") };
}

it("The secret is form-encoded where the provider names no method", () => {
  const { basic, body } = credentials();
  const [id, secret] = (basic ?? "").split(":");
  expect([id, new URLSearchParams(`secret=${secret}`).get("secret")]).toEqual(["panel", SECRET]);
  expect(body).toBeNull();
});

it("The secret goes in the body where that is offered, in one form alone", () => {
  expect(credentials(["client_secret_basic", "client_secret_post"])).toEqual({ basic: undefined, body: SECRET });
});

it("The secret goes by OIDC_CLIENT_AUTH, whatever is offered", async () => {
  await start({ OIDC_CLIENT_AUTH: "basic" });
  expect(credentials(["client_secret_post"])).toEqual({ basic: expect.stringContaining("panel:"), body: null });
  await start({ OIDC_CLIENT_AUTH: "post" });
  expect(credentials(["client_secret_basic"])).toEqual({ basic: undefined, body: SECRET });
});

it("A call refused after another call found the encoding is repeated, too", async () => {
  const server = { issuer: "https://provider.example" };
  const plain = `Basic ${Buffer.from(`panel:${SECRET}`).toString("base64")}`;
  const answer = ({ headers }: { headers: unknown }) => {
    const isTaken = new Headers(headers as HeadersInit).get("authorization") === plain;
    return isTaken ? Response.json({}) : Response.json({ error: "invalid_client" }, { status: 401 });
  };
  const call = async (arrival?: Promise<unknown>) => {
    const headers = new Headers();
    client.clientAuthentication(server)(server, { client_id: "panel" }, new URLSearchParams(), headers);
    const send = client.withBothEncodings(async (_url, options) => {
      await arrival;
      return answer(options);
    });
    const options = {
      method: "POST",
      body: undefined,
      redirect: "manual",
      headers: Object.fromEntries(headers),
    } as const;
    return (await send("https://provider.example/token", options)).status;
  };
  const first = call();
  expect(await Promise.all([first, call(first)])).toEqual([200, 200]);
});
