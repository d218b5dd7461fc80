import { brandColors } from "../../domain/brand-colors.js";
import { isObject, type Json } from "../../domain/draft-walk.js";
import { escapeHtml } from "../../domain/html.js";
import type { DialogBrand, PageSettings, PreviewSettings } from "../../domain/page-settings.js";
import { textsFor } from "../../domain/texts/languages.js";
import type { Texts } from "../../domain/texts/texts.js";
import { contactElement, logoElement, type PageBrand, styleElement } from "./brand-parts.js";

interface TitledPage {
  style: string;
  title: string;
  language: string;
  texts: Texts;
  brand: PageBrand;
}

interface FormPage extends TitledPage {
  script: string;
  settings: Omit<PageSettings, "dialog" | "locale" | "supportEmail">;
}

export const head = (language: string, title: string, style: string, brand: PageBrand) => `<!doctype html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="${escapeHtml(style)}">${styleElement(brand)}`;

const trapName = "company_website";

/** Page of an open form. A script in the page loads the form, because the form depends on the visitor. */
export function formPage({ settings, ...page }: FormPage): string {
  const { locale, supportEmail } = page.brand;
  return surveyPage(page, { ...settings, locale: locale ?? "en", supportEmail, dialog: dialogOf(page.brand) });
}

/** Page that shows a draft or version. The page contains the model, so the page's script sends no request to the collect API. */
export function previewPage({ model, ...page }: TitledPage & { script: string; model: Json }): string {
  const { locale, supportEmail } = page.brand;
  const settings = { model, assets: assetsOf(page.script), locale: locale ?? "en", supportEmail };
  return surveyPage(page, settings, previewBanner(page.texts));
}

/** Returns the URL path of the folder that contains an asset. */
export const assetsOf = (path: string): string => path.replace(/[^/]*$/, "");

const previewBanner = ({ preview, previewNote }: Texts) =>
  `<header class="preview"><strong>${escapeHtml(preview)}</strong> ${escapeHtml(previewNote)}</header>\n`;

function surveyPage(
  { title, language, texts, script, style, brand }: Omit<FormPage, "settings">,
  settings: PageSettings | PreviewSettings,
  banner = "",
): string {
  return `${head(language, title, style, brand)}
<script type="application/json" id="settings">${embeddedJson(settings)}</script>
<script src="${escapeHtml(script)}" defer></script>
</head>
<body>
${banner}<main>
${logoElement(brand)}
<p id="status" role="status" hidden></p>
<p id="loading" class="quiet">${escapeHtml(texts.loading)}</p>
<noscript><p>${escapeHtml(texts.noScript)}</p></noscript>
<div id="form" hidden>
<h1 id="title" class="unseen">${escapeHtml(title)}</h1>
<p id="note" class="note" hidden></p>
<div id="survey" tabindex="-1"></div>
<div class="unseen" aria-hidden="true"><label>${escapeHtml(texts.leaveEmpty)} <input id="trap" name="${trapName}" tabindex="-1" autocomplete="off"></label></div>
<button type="button" id="skip">${escapeHtml(texts.skip)}</button>
</div>
<section id="end" aria-live="polite" hidden></section>
</main>
</body>
</html>
`;
}

interface ClosedPage {
  style: string;
  language: string;
  texts: Texts;
  heading: keyof Texts;
  words: keyof Texts;
  brand: PageBrand;
}

/** Page that visitors see instead of a closed or unknown form. */
export function closedPage({ style, language, texts, heading, words, brand }: ClosedPage): string {
  return `${head(language, texts[heading], style, brand)}
</head>
<body>
<main>
${logoElement(brand)}
<section id="end">
<h1>${escapeHtml(texts[heading])}</h1>
<p>${escapeHtml(texts[words])}</p>
${contactElement(brand, texts)}
</section>
</main>
</body>
</html>
`;
}

/** Page that shows why a model has no preview. The reasons are messages of the API, and are in English. */
export function problemsPage({ style, title, language, texts, brand, problems }: TitledPage & { problems: readonly string[] }): string {
  const items = problems.map((problem) => `<li lang="en">${escapeHtml(problem)}</li>`).join("");
  return `${head(language, title, style, brand)}
</head>
<body>
${previewBanner(texts)}<main>
${logoElement(brand)}
<h1>${escapeHtml(texts.previewProblems)}</h1>
<ul>${items}</ul>
</main>
</body>
</html>
`;
}

/** Serializes JSON for a script element. Escapes "<", so that the JSON cannot end the element or start a comment. */
const embeddedJson = (value: unknown): string => JSON.stringify(value).replaceAll("<", "\\u003c");

function dialogOf({ accentColor, cornerRadius }: PageBrand): DialogBrand {
  const { light, dark } = accentColor === null ? {} : brandColors(accentColor);
  return { ...(cornerRadius !== null && { cornerRadius }), ...(light && dark && { accent: light.accent, darkAccent: dark.accent }) };
}

/**
 * Returns a model's title and language. The page uses the title and language until the visitor's form has loaded. `brandLocale` applies
 * to models without a language.
 */
export function titleOf(model: Record<string, unknown>, brandLocale: string | null = null): { title: string; language: string } {
  const { title, locale } = model;
  const language = typeof locale === "string" && /^[a-z]{2,3}(-[a-z0-9]+)*$/i.test(locale) ? locale : (brandLocale ?? "en");
  const text = isObject(title) ? (title[language] ?? title.default) : title;
  // Form.title is internal, so visitors see only the model's title.
  return { title: typeof text === "string" && text.trim() ? text.trim() : textsFor(language).untitled, language };
}
