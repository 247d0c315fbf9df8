import { text } from "node:stream/consumers";
import type Provider from "oidc-provider";
import { accounts, findByLogin } from "./accounts";
import { BRAND, escapeHtml, PAGE_HEADERS, page } from "./pages";
import type { Middleware } from "./types";

type Context = Parameters<Middleware>[0];

const PATH = /^\/interaction\/[\w-]+$/;
const REFUSED = "Nieprawidłowy login lub hasło";
const GONE = page(
  "Logowanie wygasło",
  "<h1>Logowanie wygasło</h1>\n<p>Ta próba logowania wygasła. Wróć do aplikacji i zacznij logowanie od nowa.</p>",
);

/** The provider's own sign-in form: plain HTML, one form, no script. */
export function signInPage(provider: Provider): Middleware {
  return async (ctx, next) => {
    if (!PATH.test(ctx.path)) return next();
    if (ctx.method !== "GET" && ctx.method !== "POST") return next();
    const interaction = await provider.interactionDetails(ctx.req, ctx.res).catch(() => undefined);
    if (!interaction) return show(ctx, 400, GONE);
    if (ctx.method === "GET") return show(ctx, 200, form({ login: interaction.params.login_hint }));

    const posted = new URLSearchParams(await text(ctx.req));
    const login = posted.get("login") ?? "";
    const account = findByLogin(login);
    if (!account || posted.get("password") !== account.password) {
      return show(ctx, 400, form({ login, error: REFUSED }));
    }
    const result = { login: { accountId: account.sub, amr: ["pwd"] } };
    const location = await provider.interactionResult(ctx.req, ctx.res, result);
    ctx.status = 303;
    ctx.redirect(location);
  };
}

function show(ctx: Context, status: number, html: string): void {
  ctx.status = status;
  ctx.set(PAGE_HEADERS);
  ctx.body = html;
}

function form({ login, error }: { login: unknown; error?: string }): string {
  const invalid = error ? ' aria-invalid="true" aria-describedby="error"' : "";
  const people = Object.values(accounts).map(
    (account) => `<li>${account.login} (${account.jobTitle ?? "brak w katalogu"})</li>`,
  );
  return page(
    error ? "Błąd: Logowanie" : "Logowanie",
    `<h1>Zaloguj się</h1>
<p class="soft">${BRAND}</p>
<form method="post">
${error ? `<p class="error" id="error" role="alert">${error}</p>` : ""}
<label for="login">Login</label>
<input id="login" name="login" value="${escapeHtml(login)}" required autocomplete="username" autocapitalize="none" spellcheck="false"${invalid}>
<label for="password">Hasło</label>
<input id="password" name="password" type="password" required autocomplete="current-password"${invalid}>
<button type="submit">Zaloguj się</button>
</form>
<details>
<summary>Konta demonstracyjne</summary>
<ul>${people.join("")}</ul>
<p class="soft">Hasło każdego konta: ${accounts.franchisee.password}</p>
</details>`,
  );
}
