// A small shop: page of a product, checkout with a discount code, order, and a form after the order. README.md describes the settings.
//   OFFERGRAPH_KEY=sk_live_… OFFERGRAPH_STORE_KEY=sk_live_… PORT=3000 node examples/shop/server.mjs
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import * as checkout from "./routes/checkout.mjs";
import * as home from "./routes/home.mjs";
import * as orders from "./routes/orders.mjs";
import * as products from "./routes/products.mjs";

const routes = [
  [/^\/$/, home],
  [/^\/products\/(?<id>[^/]+)$/, products],
  [/^\/checkout$/, checkout],
  [/^\/orders$/, orders],
];

/** Calls the handler of a path. Handlers have the form of Next.js: they are named as the method, take a Request, and return a Response. */
async function route(request) {
  const { pathname } = new URL(request.url);
  for (const [pattern, handlers] of routes) {
    const match = pattern.exec(pathname);
    if (!match) continue;
    const handler = handlers[request.method];
    return handler ? handler(request, { params: Promise.resolve({ ...match.groups }) }) : new Response(null, { status: 405 });
  }
  return new Response("Not found.", { status: 404 });
}

createServer(async (incoming, outgoing) => {
  try {
    const { method, headers, url } = incoming;
    const body = method === "POST" ? await buffer(incoming) : undefined;
    const response = await route(new Request(new URL(url, "http://shop.example"), { method, headers, body }));
    outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text());
  } catch (error) {
    console.error(error);
    outgoing.writeHead(500).end("The shop has a problem. Try again later.");
  }
}).listen(Number(process.env.PORT ?? "3000"), "127.0.0.1", function ready() {
  console.log(`Listening on http://127.0.0.1:${this.address().port}`);
});
