import { createHash } from "node:crypto";
import type { RouteAnswer } from "@offergraph/service/subgraph/routes";
import { escapeHtml } from "@offergraph/shared/schema/escape-html";

const style = `
:root { color-scheme: light dark; --text: #1d1d1f; --quiet: #55555c; --line: #8a8a93; --page: #f4f4f6; --card: #fff; --accent: #0b57a4; --on: #fff; --bad: #a3161f; }
@media (prefers-color-scheme: dark) { :root { --text: #f2f2f5; --quiet: #b4b4bd; --line: #7d7d87; --page: #17171a; --card: #222226; --accent: #8bbdf2; --on: #10202f; --bad: #ff9a9f; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 34rem; margin: 6vh auto; padding: 1.5rem; background: var(--card); border-radius: .75rem; overflow-wrap: anywhere; }
h1 { margin: 0 0 1rem; font-size: 1.375rem; line-height: 1.25; }
fieldset { margin: 1.25rem 0; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: .5rem; }
legend, .label { font-weight: 600; }
fieldset label { display: flex; gap: .625rem; padding: .375rem 0; }
.label { display: block; }
input[type=password] { width: 100%; min-height: 2.75rem; padding: .5rem .75rem; font: inherit; color: inherit; background: var(--page); border: 1px solid var(--line); border-radius: .5rem; }
input[type=radio] { flex: none; width: 1.125rem; height: 1.125rem; margin: .1875rem 0; accent-color: var(--accent); }
.quiet { color: var(--quiet); font-size: .875rem; }
a { color: var(--accent); }
.apps { margin: 1.25rem 0; padding: 0; list-style: none; }
.apps li { padding: 1rem 0; border-top: 1px solid var(--line); }
h2 { margin: 0; font-size: 1rem; line-height: 1.5; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: .5rem 0 .75rem; }
dt { color: var(--quiet); }
dd { margin: 0; }
.notice { padding: .75rem 1rem; border: 2px solid var(--accent); border-radius: .5rem; }
.error { padding: .75rem 1rem; border: 2px solid var(--bad); border-radius: .5rem; color: var(--bad); }
.buttons { display: flex; flex-wrap: wrap; gap: .75rem; }
button, .button { display: inline-block; min-height: 2.75rem; padding: .5rem 1.25rem; font: inherit; font-weight: 600; color: var(--accent); background: none; border: 1px solid var(--accent); border-radius: .5rem; text-decoration: none; cursor: pointer; }
button.main { color: var(--on); background: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`;
const styleHash = createHash("sha256").update(style).digest("base64");

/** The targets of a page's forms. */
interface Forms {
  /** The URI to which the server redirects after a submission. CSP's `form-action` also applies to redirects. */
  redirectUri?: string;
}
/** `Forms` of a page that sends forms only to this server. */
export const ownForms: Forms = {};

/** Returns a page without scripts. Without `forms`, the page cannot send forms. */
export function answerPage(status: number, title: string, content: string, forms?: Forms): RouteAnswer {
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${content}
</main>
</body>
</html>
`;
  const targets = forms?.redirectUri === undefined ? "'self'" : `'self' ${sourceOf(forms.redirectUri)}`;
  const formAction = `form-action ${forms === undefined ? "'none'" : targets}`;
  const policy = ["default-src 'none'", `style-src 'sha256-${styleHash}'`, formAction, "base-uri 'none'"];
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": [...policy, "frame-ancestors 'none'"].join("; "),
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "referrer-policy": "same-origin",
    "cache-control": "no-store",
  };
  return { status, headers, body };
}

/** Returns the CSP source expression of a URI. For an IPv6 host, returns only the scheme, because CSP has no syntax for IPv6. */
function sourceOf(uri: string): string {
  const { origin, hostname, protocol } = new URL(uri);
  return hostname.startsWith("[") ? protocol : origin;
}
