import type { IncomingMessage } from "node:http";
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from "jose";
import { Problem } from "./answers";

/** The audience of the access tokens; both backends refuse a token with another one. */
export const AUDIENCE = "urn:panel:api";

/** Numbers access tokens in the order of issue, because `iat` only has whole seconds. */
export class TokenClock {
  #last = 0;
  #floor = 0;

  next(): number {
    this.#last = Math.max(this.#last + 1, Date.now());
    return this.#last;
  }

  /** From now on all tokens issued so far count as expired. */
  expireAll(): void {
    this.#floor = this.next();
  }

  accepts(serial: unknown): boolean {
    return typeof serial === "number" && serial >= this.#floor;
  }
}

/** Checks Bearer tokens (RFC 6750) against the provider's published keys. */
export class BearerCheck {
  readonly #keys: ReturnType<typeof createRemoteJWKSet>;

  constructor(
    readonly issuer: string,
    readonly clock: TokenClock,
    internalHeaders: Record<string, string>,
  ) {
    this.#keys = createRemoteJWKSet(new URL(`${issuer}/jwks`), {
      headers: internalHeaders,
      cacheMaxAge: Number.POSITIVE_INFINITY,
      cooldownDuration: 1000,
    });
  }

  /** Fetches the keys at the start, so that the backends work while the provider is down. */
  async ready(): Promise<void> {
    await this.#keys.reload();
  }

  /** @throws Problem 401 when there is no good token */
  async subject(request: IncomingMessage): Promise<string> {
    const token = /^Bearer +([\w~+/.=-]+) *$/i.exec(request.headers.authorization ?? "")?.[1];
    if (!token) throw new Problem(401, "Brak tokenu dostępu", { headers: { "www-authenticate": "Bearer" } });
    const claims = await this.#verify(token);
    if (!claims.sub || (claims.exp ?? 0) * 1000 <= Date.now() || !this.clock.accepts(claims.serial)) throw refused();
    return claims.sub;
  }

  async #verify(token: string): Promise<JWTPayload> {
    try {
      const { payload } = await jwtVerify(token, this.#keys, {
        issuer: this.issuer,
        audience: AUDIENCE,
        algorithms: ["RS256"],
        typ: "at+jwt",
        requiredClaims: ["sub", "exp", "iat"],
      });
      return payload;
    } catch (error) {
      if (error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout)) throw refused();
      throw new Problem(503, "Klucze dostawcy tożsamości są niedostępne");
    }
  }
}

function refused(): Problem {
  return new Problem(401, "Token dostępu jest nieważny", {
    headers: { "www-authenticate": 'Bearer error="invalid_token"' },
  });
}
