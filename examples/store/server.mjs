// A small store that receives discount codes and credits from Offergraph (docs/stores.md). This program needs the package
// `standardwebhooks`.
//   STORE_SECRET=whsec_… STORE_FILE=store.json PORT=3000 node examples/store/server.mjs
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import { applyMessage, creditOf, emptyStore, findCode } from "./messages.mjs";

const { STORE_SECRET = "", STORE_FILE = "store.json", PORT = "3000" } = process.env;
const webhook = new Webhook(STORE_SECRET);
let store = existsSync(STORE_FILE) ? JSON.parse(readFileSync(STORE_FILE, "utf8")) : emptyStore();

/** Receives a message. Stores the change and the message's id together before the response. */
async function receive(request, response) {
  const body = await buffer(request);
  const id = request.headers["webhook-id"];
  let message;
  try {
    message = webhook.verify(body, request.headers);
  } catch {
    return response.writeHead(401).end();
  }
  const changed = structuredClone(store);
  const answer = applyMessage(changed, id, message);
  if (!answer) return response.writeHead(400).end();
  save(changed);
  sendSigned(response, id, JSON.stringify(answer));
}

/** Replaces the data file atomically, like a database transaction. */
function save(changed) {
  writeFileSync(`${STORE_FILE}.new`, JSON.stringify(changed));
  renameSync(`${STORE_FILE}.new`, STORE_FILE);
  store = changed;
}

/** Offergraph accepts only signed responses, because only the store may confirm a message. */
function sendSigned(response, id, text) {
  const now = new Date();
  response.setHeader("webhook-id", id);
  response.setHeader("webhook-timestamp", Math.floor(now.getTime() / 1000));
  response.setHeader("webhook-signature", webhook.sign(id, now, text));
  response.end(text);
}

/** Serves the store's checkout: `GET /codes/{text}` and `GET /credits/{customerId}`. */
function look(path, response) {
  const [, kind, name] = path.split("/").map(decodeURIComponent);
  const found = kind === "codes" ? findCode(store, name) : kind === "credits" ? creditOf(store, name) : undefined;
  response.writeHead(found ? 200 : 404, { "content-type": "application/json" }).end(JSON.stringify(found ?? { error: "Not found." }));
}

createServer(async (request, response) => {
  try {
    if (request.method === "POST") await receive(request, response);
    else look(request.url, response);
  } catch (error) {
    console.error(error);
    response.writeHead(500).end();
  }
}).listen(Number(PORT), "127.0.0.1", function ready() {
  console.log(`Listening on http://127.0.0.1:${this.address().port}`);
});
