import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Metrics } from "./metrics.js";

export interface MetricsServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** Serves `GET /metrics` on a separate port that clients of the API cannot reach. Port 0 selects a free port. */
export async function startMetricsServer(metrics: Metrics, { host, port }: { host: string; port: number }): Promise<MetricsServer> {
  const server = createServer({ requestTimeout: 5_000 }, (request, response) => {
    if (request.url !== "/metrics" || request.method !== "GET") return void response.writeHead(404).end();
    metrics.expose().then(
      ({ contentType, text }) => response.writeHead(200, { "content-type": contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await once(server.listen(port, host), "listening");
  const { address, family, port: taken } = server.address() as AddressInfo;
  return {
    url: `http://${family === "IPv6" ? `[${address}]` : address}:${taken}/metrics`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
