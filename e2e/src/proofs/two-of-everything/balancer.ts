import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface Balancer {
  url: string;
  /** Returns the target of a client's connection, by the port of the client. */
  targetOf(port: number | undefined): string | undefined;
  close(): Promise<void>;
}

/**
 * Starts a TCP balancer. New connections go to the targets in turn, and to the next target if a target refuses them. The balancer does not
 * read the bytes, so a client notices a killed target as a closed connection.
 */
export async function startBalancer(targets: readonly string[]): Promise<Balancer> {
  const ports = targets.map((target) => Number(new URL(target).port));
  const sockets = new Set<Socket>();
  /** Targets by the ports of clients. Entries of closed connections remain, because their requests fail later. */
  const assigned = new Map<number, string>();
  let turn = 0;
  const open = (near: Socket, place: number, tries: number) => {
    const far = connect(ports[place] ?? 0, "127.0.0.1").setNoDelay(true);
    sockets.add(far);
    let isConnected = false;
    far.once("connect", () => {
      isConnected = true;
      assigned.set(near.remotePort ?? 0, targets[place] ?? "");
      near.pipe(far).pipe(near);
    });
    far.on("error", () => undefined);
    far.once("close", () => {
      sockets.delete(far);
      if (!isConnected && tries > 1 && !near.destroyed) open(near, (place + 1) % ports.length, tries - 1);
      else near.destroy();
    });
    near.once("close", () => far.destroy());
  };
  const server = createServer({ noDelay: true }, (near) => {
    sockets.add(near);
    near.on("error", () => undefined).once("close", () => sockets.delete(near));
    turn = (turn + 1) % ports.length;
    open(near, turn, ports.length);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    targetOf: (port) => assigned.get(port ?? 0),
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, "close");
    },
  };
}
