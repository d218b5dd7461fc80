// Receives, verifies and prints webhooks. Skips repeated events.
//   OFFERGRAPH_WEBHOOK_SECRET=whsec_… PORT=3000 node examples/webhook-receiver.mjs
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { verifyWebhook, WebhookVerificationError } from "@offergraph/sdk/webhooks";

const { OFFERGRAPH_WEBHOOK_SECRET = "", PORT = "3000" } = process.env;
// A real receiver stores the event's id in the transaction that processes the event.
const seen = new Set();

function handle(event) {
  if (event.type === "offergraph.discounts.discount_code.created.v1") console.log(`New code: ${event.data.code}`);
  else console.log(`Event: ${event.type}`);
}

createServer(async (request, response) => {
  try {
    const event = await verifyWebhook({ body: await text(request), headers: request.headers, secret: OFFERGRAPH_WEBHOOK_SECRET });
    if (!seen.has(event.id)) handle(event);
    seen.add(event.id);
    response.writeHead(204).end();
  } catch (error) {
    if (error instanceof WebhookVerificationError) return response.writeHead(400).end(error.code);
    // Offergraph repeats the event after the status 500.
    console.error(error);
    response.writeHead(500).end();
  }
}).listen(Number(PORT), "127.0.0.1", function ready() {
  console.log(`Listening on http://127.0.0.1:${this.address().port}`);
});
