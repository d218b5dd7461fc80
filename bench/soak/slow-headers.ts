import { connect, type Socket } from "node:net";

const everyMs = 2_000;

export interface SlowConnections {
  open(): number;
  stop(): void;
}

/** Keeps `count` connections open that send a request head one byte at a time. Replaces the connections that the server closes. */
export function holdSlowConnections(url: string, count: number): SlowConnections {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  const head = `POST /graphql/v1 HTTP/1.1\r\nhost: ${hostname}\r\nx-slow: ${"a".repeat(1_000)}`;
  const positions = new WeakMap<Socket, number>();
  const open = () => {
    const socket = connect(Number(port), hostname);
    sockets.add(socket);
    positions.set(socket, 0);
    socket
      .on("error", () => undefined)
      .on("data", () => undefined)
      .on("close", () => sockets.delete(socket));
  };
  const send = () => {
    while (sockets.size < count) open();
    for (const socket of sockets) {
      const position = positions.get(socket) ?? 0;
      if (!socket.writable) continue;
      socket.write(head[position % head.length] ?? "a");
      positions.set(socket, position + 1);
    }
  };
  send();
  const timer = setInterval(send, everyMs);
  return {
    open: () => sockets.size,
    stop() {
      clearInterval(timer);
      for (const socket of sockets) socket.destroy();
    },
  };
}
