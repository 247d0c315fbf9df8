import { Authenticator } from "remix-auth";
import { OidcStrategy, type SignIn } from "./oidc-strategy.server";

let known: Authenticator<SignIn> | undefined;

/**
 * The process's authenticator, made at its first use, once the configuration is known to be right.
 * `authenticate("oidc", request)` throws the redirect to the provider at `/auth/login`, takes the provider's answer at
 * `/auth`, and does the one or the other at `/auth/silent-renew`.
 */
export function authenticator(): Authenticator<SignIn> {
  known ??= new Authenticator<SignIn>().use(new OidcStrategy(), "oidc");
  return known;
}
