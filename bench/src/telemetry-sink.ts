// Child process of bench/telemetry.ts: accepts exported spans and metrics, and discards them.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

process.once("message", () => {
  const server = createServer((request, response) => {
    request.resume().once("end", () => response.writeHead(200, { "content-type": "application/json" }).end("{}"));
  });
  server.listen(0, "127.0.0.1", () => process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }));
});
