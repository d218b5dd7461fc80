// Sends the orders of an NDJSON file, and prints the number of orders by outcome.
//   OFFERGRAPH_URL=http://localhost:4000 OFFERGRAPH_KEY=<key of a connection> node examples/push-orders.mjs examples/orders.ndjson
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { createIngestClient } from "@offergraph/sdk/ingest";

const { OFFERGRAPH_URL = "http://localhost:4000", OFFERGRAPH_KEY = "" } = process.env;
const [file = "examples/orders.ndjson"] = process.argv.slice(2);
const ingest = createIngestClient({ url: OFFERGRAPH_URL, key: OFFERGRAPH_KEY });

async function* orders() {
  for await (const line of createInterface({ input: createReadStream(file) })) if (line.trim() !== "") yield JSON.parse(line);
}

const counts = { accepted: 0, unchanged: 0, stale: 0, rejected: 0 };
for await (const { outcome, externalRef, errors = [] } of ingest.orders.stream(orders())) {
  counts[outcome] += 1;
  for (const { message } of errors) console.error(`${externalRef}: ${message}`);
}
console.log(JSON.stringify(counts));
