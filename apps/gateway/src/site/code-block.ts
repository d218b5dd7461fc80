import { escapeHtml } from "@offergraph/shared/schema/escape-html";
import { Html, html } from "./html.js";

export type Language = "graphql" | "json" | "sh" | "ts" | "text";

/** Placeholder in examples. A script of the page replaces the placeholder with the visitor's API key. */
export const keyPlaceholder = "YOUR_KEY";

// The regular expression has one alternative per class of token. Comments and strings come first, because other tokens can occur inside.
const token =
  /(?<comment>(?:^|(?<=\s))#[^\n]*|(?<=^|\s)\/\/[^\n]*)|(?<string>"(?:[^"\\\n]|\\.)*"|`[^`]*`)|(?<variable>\$\w+)|(?<keyword>\b(?:query|mutation|fragment|on|const|await|import|from|for|of|true|false|null|curl|npx|export)\b)|(?<number>(?<![\w-])-?\d+(?:\.\d+)?\b)/g;

/** A code example with a caption and a button that copies the code. The button appears only if JavaScript is available. */
export function codeBlock(code: string, language: Language, caption?: string): Html {
  return html`<figure class="code">
<figcaption><span>${caption ?? language}</span><button type="button" class="copy" data-copy hidden>Copy</button></figcaption>
<pre tabindex="0" aria-label="${caption ?? "Example"}"><code>${withKey(highlight(code, language))}</code></pre>
</figure>`;
}

function highlight(code: string, language: Language): string {
  if (language === "text") return escapeHtml(code);
  let at = 0;
  let text = "";
  for (const match of code.matchAll(token)) {
    const [name] = Object.entries(match.groups ?? {}).find(([, value]) => value !== undefined) ?? [""];
    text += `${escapeHtml(code.slice(at, match.index))}<span class="t-${name}">${escapeHtml(match[0])}</span>`;
    at = match.index + match[0].length;
  }
  return text + escapeHtml(code.slice(at));
}

function withKey(text: string): Html {
  return new Html(text.replaceAll(keyPlaceholder, `<span data-key>${keyPlaceholder}</span>`));
}
