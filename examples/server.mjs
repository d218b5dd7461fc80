// A shop's server that creates discount codes. POST /codes accepts {"code":"ANN-15","percent":15}. Callers must send SERVER_TOKEN as the
// bearer token.
//   OFFERGRAPH_URL=http://localhost:4000 OFFERGRAPH_KEY=sk_live_… SERVER_TOKEN=… PORT=3000 node examples/server.mjs
import { createHash, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { createClient, OffergraphError } from "@offergraph/sdk";

const { OFFERGRAPH_URL = "http://localhost:4000", OFFERGRAPH_KEY = "", SERVER_TOKEN = "", PORT = "3000" } = process.env;
if (SERVER_TOKEN === "") throw new Error("Set SERVER_TOKEN, because anyone who can call this server can create discount codes.");
const maxPercent = 30;
const offergraph = createClient({ url: OFFERGRAPH_URL, key: OFFERGRAPH_KEY });

const hashOf = (text) => createHash("sha256").update(text).digest();
const token = hashOf(`Bearer ${SERVER_TOKEN}`);

async function createCode({ code, percent }) {
  if (!(percent > 0 && percent <= maxPercent))
    return [422, { errors: [{ message: `percent must be more than 0 and at most ${maxPercent}.` }] }];
  const usual = { aliased_codes: [], usage_limit: null, start_at: null, ends_at: null, status: "ACTIVE" };
  const body = { ...usual, code, title: `${percent} % off`, value_kind: "percent", value_percent: percent, value_amount: null };
  const result = await offergraph.createDiscountCode({ body }, { fields: { discountCode: { rowId: true, code: true, status: true } } });
  return result.ok ? [201, result.data.discountCode] : [422, { errors: result.userErrors }];
}

createServer(async (request, response) => {
  const answer = (status, body) => response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  try {
    if (request.method !== "POST" || request.url !== "/codes") return answer(404, { error: "Send POST /codes." });
    if (!timingSafeEqual(hashOf(request.headers.authorization ?? ""), token))
      return answer(401, { error: "Send the header `authorization: Bearer <SERVER_TOKEN>`." });
    answer(...(await createCode(await json(request))));
  } catch (error) {
    if (!(error instanceof OffergraphError)) return answer(400, { error: "The body must be a JSON object." });
    console.error(error);
    answer(502, { error: error.code });
  }
}).listen(Number(PORT), "127.0.0.1", function ready() {
  console.log(`Listening on http://127.0.0.1:${this.address().port}`);
});
