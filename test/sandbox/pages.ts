import { createHash } from "node:crypto";

const STYLE = `
:root{color-scheme:light dark;--paper:#f4f6f4;--card:#fff;--ink:#1c231f;--soft:#55605a;--line:#8a958f;--accent:#1b7a3d;--on:#fff;--bad:#b3261e;--badpaper:#fdecea}
@media(prefers-color-scheme:dark){:root{--paper:#121613;--card:#1c221e;--ink:#e8eee9;--soft:#a9b5ad;--line:#75817a;--accent:#5cc886;--on:#08130c;--bad:#ff9a92;--badpaper:#3a1c1a}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:16px;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{width:100%;max-width:400px;background:var(--card);border-radius:8px;padding:32px;box-shadow:0 1px 3px #0003}
h1{font-size:24px;line-height:1.3;margin:0 0 4px}
p{margin:0 0 16px}.soft,summary,li{color:var(--soft);font-size:14px}
label{display:block;font-weight:600;margin:16px 0 4px}
input{width:100%;font:inherit;padding:10px 12px;border:1px solid var(--line);border-radius:8px;background:var(--card);color:var(--ink)}
input[aria-invalid]{border-color:var(--bad)}
button{width:100%;font:inherit;font-weight:600;padding:11px;margin-top:24px;border:1px solid var(--accent);border-radius:8px;background:var(--accent);color:var(--on);cursor:pointer}
.after{margin:16px 0 0}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.error{margin:16px 0 0;padding:10px 12px;border-radius:8px;background:var(--badpaper);color:var(--bad);font-weight:600}
details{margin-top:24px}ul{margin:8px 0 0;padding-left:20px}`;

/** Without `form-action`, because browsers apply it to redirects too, which lead to the app. */
export const PAGE_HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; img-src data:; frame-ancestors 'none'; base-uri 'none'`,
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

export const BRAND = "Konto firmowe (środowisko demonstracyjne)";

export function escapeHtml(text: unknown): string {
  return String(text ?? "").replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** @param title plain text. @param main HTML. */
export function page(title: string, main: string): string {
  return `<!doctype html>
<html lang="pl">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} – ${BRAND}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<main>
${main}
</main>
</body>
</html>`;
}
