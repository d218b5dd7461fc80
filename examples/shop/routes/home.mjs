// The first page. In Next.js: app/page.tsx.
import { allProducts } from "../lib/catalog.mjs";
import { html, page } from "../lib/html.mjs";

export async function GET() {
  return page("A small shop", html`<ul>${allProducts().map(({ id, name }) => html`<li><a href="/products/${id}">${name}</a></li>`)}</ul>`);
}
