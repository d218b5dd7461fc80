import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A TCP proxy that a test can interrupt. */
export interface Proxy {
  url: string;
  /** Closes every connection, and rejects new connections until `mend` is called. */
  cut(): void;
  mend(): void;
  /** Closes every connection, but accepts new connections. */
  drop(): void;
  /** Stops forwarding data, but keeps the connections open. */
  freeze(): void;
  close(): Promise<void>;
}

/** Starts a proxy for the server at the URL `target`. */
export async function startProxy(target: string): Promise<Proxy> {
  const { protocol, hostname, port, username, password } = new URL(target);
  const credentials = username && `${username}:${password}@`;
  const sockets = new Set<Socket>();
  let open = true;
  const server = createServer((near) => {
    if (!open) return near.destroy();
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket
        .on("error", () => undefined)
        .on("close", () => {
          sockets.delete(socket);
          near.destroy();
          far.destroy();
        });
    }
    near.pipe(far).pipe(near);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `${protocol}//${credentials}127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      open = false;
      drop();
    },
    mend() {
      open = true;
    },
    drop,
    freeze() {
      for (const socket of sockets) socket.unpipe().pause();
    },
    async close() {
      drop();
      server.close();
      await once(server, "close");
    },
  };
}
