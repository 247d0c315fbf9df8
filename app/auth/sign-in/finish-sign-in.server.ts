import { redirect } from "@remix-run/node";
import { env } from "~/.server/env";
import { renewPreferencesCookie } from "~/.server/http/preferences-cookie";
import { renewLanguageCookie } from "~/.server/http/visitor-language";
import { log } from "~/.server/log";
import { signIns } from "~/.server/metrics";
import { forgetProfile } from "~/auth/directory-profiles.server";
import { TokenRefused } from "~/auth/provider/provider-errors.server";
import { isIdentifier, sidIn, userInfo } from "~/auth/provider/token-requests.server";
import { createSession } from "~/auth/session/session.server";
import { authenticator, type SignIn, SignInFault } from "./oidc-strategy.server";
import { needsConsent } from "./prompt.server";
import { loginPath, returnPath } from "./return-path.server";
import { browserCookieRemoval } from "./sign-in-attempt.server";
import { answerSignInFailure, type SignInAnswer } from "./sign-in-failure.server";

/** The maximum length of a `sub` (OpenID Connect Core 1.0 §2). */
const MAX_ID_LENGTH = 255;

export async function finishSignIn(request: Request): Promise<SignInAnswer> {
  try {
    const signIn = await authenticator().authenticate("oidc", request);
    // Only the hidden frame renews a session, and its callback is `/auth/silent-renew`. So this
    // request is forged.
    if (signIn.attempt.renewedSessionKey) throw new SignInFault("malformed", signIn.attempt);
    const cookie = await openSession(request, signIn);
    signIns.inc({ outcome: "success" });
    const { returnTo, asksConsent = false } = signIn.attempt;
    const lacksConsent = await needsConsent(signIn.tokens, asksConsent);
    const cookies = [
      cookie,
      await browserCookieRemoval(request),
      renewLanguageCookie(request),
      await renewPreferencesCookie(request),
    ];
    const headers = new Headers();
    for (const each of cookies) if (each) headers.append("Set-Cookie", each);
    return redirect(lacksConsent ? loginPath(returnTo, { prompt: "consent" }) : returnPath(returnTo), { headers });
  } catch (error) {
    return answerSignInFailure(request, error);
  }
}

/** `session` is a session's key. */
export type SignedIn = { sub: string; session: string };

const followers: ((person: SignedIn) => Promise<void>)[] = [];

/** `act` runs after each sign-in. The sign-in neither waits for `act` nor fails with it. */
export function afterSignIn(act: (person: SignedIn) => Promise<void>): void {
  followers.push(act);
}

async function openSession(request: Request, { tokens }: SignIn): Promise<string> {
  const { claims } = tokens;
  const directoryId = directoryIdIn(claims);
  const userClaims = await userInfo(tokens.accessToken, claims.sub);
  const person = {
    iss: claims.iss,
    sub: claims.sub,
    directoryId,
    sid: sidIn(claims),
    name: text(userClaims.name) ?? text(claims.name),
    email: text(userClaims.email) ?? text(claims.email),
  };
  forgetProfile(directoryId);
  const { cookie, key } = await createSession(request, person, tokens);
  for (const act of followers) {
    act({ sub: person.sub, session: key }).catch((err: unknown) => log().error({ err }, "work after a sign-in failed"));
  }
  return cookie;
}

/**
 * The person's id in the directory, which may differ from `sub`: Entra ID makes another `sub` for
 * each app, and its directory uses the claim `oid`.
 */
function directoryIdIn(claims: SignIn["tokens"]["claims"]): string {
  const { OIDC_SUBJECT_CLAIM: name } = env();
  const value = claims[name];
  if (isIdentifier(value) && value.length <= MAX_ID_LENGTH) return value;
  throw new TokenRefused(`The ID token has no ${name}, which OIDC_SUBJECT_CLAIM asks for`);
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value ? value.slice(0, 200) : undefined;
}
