import type { Server } from "node:http";
import type { Logger } from "../log/logger.js";

const patienceMs = 10_000;

/** Lets a server finish what it is answering and takes nothing new; what is not done after 10 s is cut off. */
export async function stopServer(server: Server, log: Logger): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const impatience = setTimeout(() => {
    log.warn("requests were cut off after 10 s of waiting for them");
    server.closeAllConnections();
  }, patienceMs);
  await closed;
  clearTimeout(impatience);
}
