// The page of a product. In Next.js: app/products/[id]/page.tsx.
import { findProduct } from "../lib/catalog.mjs";
import { html, page } from "../lib/html.mjs";

export async function GET(_request, { params }) {
  const { id } = await params;
  const product = findProduct(id);
  if (!product) return page("Not found", html`<p>The shop has no such product.</p>`, 404);
  return page(
    product.name,
    html`<p>${product.price} ${product.currency}</p>
      <form method="post" action="/checkout">
        <input type="hidden" name="product" value="${product.id}">
        <p><label>Email <input name="email" type="email" required></label></p>
        <p><label>Discount code <input name="code"></label></p>
        <button>Go to checkout</button>
      </form>`,
  );
}
