// Takes the payment, sends the order to Offergraph, and asks for feedback. In Next.js, this file is app/orders/route.js.
import { findProduct } from "../lib/catalog.mjs";
import { html, page } from "../lib/html.mjs";
import { embedOf, priceOf } from "../lib/offergraph.mjs";
import { addOrder, findOrder } from "../lib/orders.mjs";

export async function POST(request) {
  const form = await request.formData();
  const [number, id, email, code] = ["number", "product", "email", "code"].map((name) => String(form.get(name) ?? "").trim());
  const product = findProduct(id);
  if (!product || email === "" || number === "") return page("Order", html`<p>Begin with the page of a product.</p>`, 400);
  // A customer may send the same form twice. The number of the order then prevents a second payment.
  const order = findOrder(number) ?? (await pay({ number, product, email, code }));
  if (!order) return page("Order", html`<p role="alert">The code ${code} is no longer valid. Nothing was charged.</p>`, 409);
  const { src, publicKey, customer, signature } = embedOf(order.email);
  return page(
    "Thank you",
    html`<p>You paid ${order.price.total} ${order.product.currency} for order ${order.number}.</p>
      <script src="${src}" data-key="${publicKey}" data-customer="${customer}" data-customer-signature="${signature}" async></script>`,
  );
}

/** Computes the price again, because the browser must not decide about the price. Returns undefined if the code is no longer valid. */
async function pay({ number, product, email, code }) {
  const price = await priceOf(product, { code, email });
  if (price.problems.length > 0) return undefined;
  // A real shop calls its payment provider here, with `number` as the idempotency key.
  const order = { number, product, email, price, paidAt: new Date() };
  await addOrder(order);
  return order;
}
