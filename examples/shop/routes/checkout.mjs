// The checkout. The server validates the code and shows the price. In Next.js, this file is app/checkout/route.js.
import { randomUUID } from "node:crypto";
import { findProduct } from "../lib/catalog.mjs";
import { html, page } from "../lib/html.mjs";
import { priceOf } from "../lib/offergraph.mjs";

export async function POST(request) {
  const form = await request.formData();
  const [id, email, code] = ["product", "email", "code"].map((name) => String(form.get(name) ?? "").trim());
  const product = findProduct(id);
  if (!product || email === "") return page("Checkout", html`<p>Choose a product, and enter your email address.</p>`, 400);
  const price = await priceOf(product, { code, email });
  return page(
    "Checkout",
    html`<p>${product.name}: ${product.price} ${product.currency}</p>
      ${price.problems.map((problem) => html`<p role="alert">The code ${code} cannot be used. ${problem}</p>`)}
      ${price.code ? html`<p>Discount ${price.code}: -${price.amountOff} ${product.currency}</p>` : ""}
      <p><strong>Total: ${price.total} ${product.currency}</strong></p>
      <form method="post" action="/orders">
        <input type="hidden" name="number" value="${randomUUID()}">
        <input type="hidden" name="product" value="${product.id}">
        <input type="hidden" name="email" value="${email}">
        <input type="hidden" name="code" value="${price.code ?? ""}">
        <button>Pay</button>
      </form>`,
  );
}
