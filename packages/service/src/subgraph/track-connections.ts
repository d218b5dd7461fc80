import type { Server, Socket } from "node:net";

/** Counts the open connections of a server, including links. */
export function trackConnections(server: Server) {
  let open = 0;
  const waiting = new Set<() => void>();
  server.on("connection", (socket: Socket) => {
    open += 1;
    socket.once("close", () => {
      open -= 1;
      if (open === 0) for (const resolve of waiting) resolve();
    });
  });
  return {
    /** Waits until no connection is open, at most for `maxMs`. */
    waitUntilNone(maxMs: number): Promise<void> {
      return new Promise((resolve) => {
        const end = () => {
          clearTimeout(timer);
          waiting.delete(end);
          resolve();
        };
        const timer = setTimeout(end, maxMs);
        waiting.add(end);
        if (open === 0) end();
      });
    },
  };
}
