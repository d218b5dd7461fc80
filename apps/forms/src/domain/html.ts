// Every "<" begins one of these, to the letter; then no parser can see anything else in the text.
const plainTag = `</?(?:b|i|u|s|em|strong|small|sub|sup|p|br|hr|ul|ol|li|h[1-6]|span|div|blockquote|code|pre) ?/?>`;
const link = String.raw`<a href="(?:https?://|mailto:)[^"<>\s]*"(?: target="_blank")?(?: rel="[a-z ]*")?>|</a>`;
const harmless = new RegExp(`^(?:[^<]|${plainTag}|${link})*$`, "iu");

/** Whether a text of a model is HTML that formats and links, and can do nothing else on the page that shows it. */
export function isHarmlessHtml(text: string): boolean {
  return harmless.test(text);
}

export const harmlessHtmlWords =
  'may have plain text, tags that format (b, i, u, s, em, strong, small, sub, sup, p, br, hr, ul, ol, li, h1-h6, span, div, blockquote, code, pre) without attributes, and links <a href="https://…">';
