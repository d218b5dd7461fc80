export { escapeHtml } from "@offergraph/shared/schema/escape-html";

// Patterns for the HTML tags that a form's texts may contain. "<" must start an allowed tag, so that all HTML parsers read the text in the
// same way.
const plainTag = `</?(?:b|i|u|s|em|strong|small|sub|sup|p|br|hr|ul|ol|li|h[1-6]|span|div|blockquote|code|pre) ?/?>`;
const link = String.raw`<a href="(?:https?://|mailto:)[^"<>\s]*"(?: target="_blank")?(?: rel="[a-z ]*")?>|</a>`;
const harmless = new RegExp(`^(?:[^<]|${plainTag}|${link})*$`, "iu");

export function isHarmlessHtml(text: string): boolean {
  return harmless.test(text);
}

export const harmlessHtmlWords =
  'may contain only text, links <a href="https://…">, and these tags without attributes: b, i, u, s, em, strong, small, sub, sup, p, br, hr, ul, ol, li, h1-h6, span, div, blockquote, code, pre';
