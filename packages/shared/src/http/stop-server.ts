import type { Server } from "node:http";
import type { Logger } from "../log/logger.js";

const timeoutMs = 10_000;

/** Accepts no further requests and waits for running requests. After 10 s, closes the connections that are still open. */
export async function stopServer(server: Server, log: Logger): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const impatience = setTimeout(() => {
    log.warn("requests did not finish within 10 s; closing their connections");
    server.closeAllConnections();
  }, timeoutMs);
  await closed;
  clearTimeout(impatience);
}
