import { type GrantView, hasOpenGrant } from "../../domain/grant-view.js";
import { escapeHtml } from "../../domain/html.js";
import { filled, type Texts } from "../../domain/texts/texts.js";
import { contactElement, logoElement, type PageBrand } from "../hosted/brand-parts.js";
import { head } from "../hosted/page.js";

interface StatusPage {
  language: string;
  texts: Texts;
  script: string;
  style: string;
  brand: PageBrand;
  grants: readonly GrantView[];
}

const refreshSeconds = 15;

/** The private page with a response's rewards. The script in browser/status reloads the rewards while their section has `data-open`. */
export function statusPage({ language, texts, script, style, brand, grants }: StatusPage): string {
  const isOpen = hasOpenGrant(grants);
  const items = grants.map((grant) => grantItem(grant, texts, language)).join("");
  const list = items
    ? `<ul class="rewards" aria-label="${escapeHtml(texts.yourReward)}">${items}</ul>`
    : `<p>${escapeHtml(texts.nothing)}</p>`;
  return `${head(language, texts.yourReward, style, brand)}
${isOpen ? `<noscript><meta http-equiv="refresh" content="${refreshSeconds}"></noscript>` : ""}
<script src="${escapeHtml(script)}" defer></script>
</head>
<body>
<main>
${logoElement(brand)}
<section id="end" aria-live="polite"${isOpen ? " data-open" : ""}>
<h1>${escapeHtml(texts.yourReward)}</h1>
${list}
${isOpen ? `<p class="quiet">${escapeHtml(texts.statusOpen)}</p>` : ""}
${contactElement(brand, texts)}
</section>
</main>
</body>
</html>
`;
}

function grantItem({ state, code, label, startsAt, expiresAt }: GrantView, texts: Texts, language: string): string {
  const title = `<strong>${escapeHtml(label ?? texts.yourReward)}</strong>`;
  if (state !== "ISSUED") {
    const words = wordsOf(state, texts);
    return words ? `<li>${label === undefined ? "" : title}<span class="quiet">${escapeHtml(words)}</span></li>` : "";
  }
  const parts = [title];
  if (code !== undefined) parts.push(copyable(code, texts));
  if (startsAt !== undefined) parts.push(dated(texts.validFrom, startsAt, language));
  if (expiresAt !== undefined) parts.push(dated(texts.validUntil, expiresAt, language));
  return `<li>${parts.join("")}</li>`;
}

function wordsOf(state: string, { pending, held, issuing, capped, redeemed, expired }: Texts): string | undefined {
  const words = { PENDING: pending, HELD: held, ISSUING: issuing, CAPPED: capped, REDEEMED: redeemed, EXPIRED: expired };
  return (words as Record<string, string>)[state];
}

/** Without JavaScript, the copy button stays hidden. */
function copyable(code: string, texts: Texts): string {
  const label = filled(texts.copyCode, { code });
  const data = `data-copied="${escapeHtml(texts.copied)}" data-selected="${escapeHtml(texts.selected)}"`;
  return `<code>${escapeHtml(code)}</code><button type="button" class="copy" hidden ${data} aria-label="${escapeHtml(label)}">${escapeHtml(texts.copy)}</button>`;
}

function dated(text: string, instant: string, language: string): string {
  const date = new Date(instant).toLocaleDateString(language, { dateStyle: "long", timeZone: "UTC" });
  const time = `<time datetime="${escapeHtml(instant)}">${escapeHtml(date)}</time>`;
  return `<span class="quiet">${filled(escapeHtml(text), { date: time })}</span>`;
}
