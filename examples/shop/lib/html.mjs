const entities = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** A piece of HTML. `html` does not escape it again. */
class Html {
  constructor(text) {
    this.text = text;
  }
}

/** Creates HTML from a template. Escapes all values except HTML and lists of HTML. */
export function html(parts, ...values) {
  return new Html(parts.reduce((text, part, index) => text + textOf(values[index - 1]) + part));
}

function textOf(value) {
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map(textOf).join("");
  return String(value).replace(/[&<>"']/g, (character) => entities[character]);
}

/** Returns a page as a response. */
export function page(title, content, status = 200) {
  const { text } = html`<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head>
  <body><main><h1>${title}</h1>${content}</main></body>
</html>`;
  return new Response(text, { status, headers: { "content-type": "text/html; charset=utf-8" } });
}
