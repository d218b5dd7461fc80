import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";

// Returns the same bytes for each request, with only node:http. The CPU time of this process is a lower bound for a server in Node.
const { body } = z.object({ body: z.string() }).parse(await new Promise((resolve) => process.once("message", resolve)));
// Exits when the benchmark exits or is killed.
process.once("disconnect", () => process.exit());
const bytes = Buffer.from(body);
const headers = { "content-type": "application/json", "content-length": bytes.length };
const server = createServer((request, response) => {
  request.on("end", () => response.writeHead(200, headers).end(bytes)).resume();
});
server.listen(0, "127.0.0.1", () => process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }));
