import type { Server as HttpServer } from "node:http";
import { createServer, type Server, type Socket } from "node:net";
import type { BufferedRequest } from "./buffered-request.js";
import { FastConnection } from "./fast-connection.js";
import type { FastResponse } from "./fast-response.js";
import { firstHeadSeconds, keepAliveSeconds } from "./keep-alive.js";

interface FastServerOptions {
  /** Receives the connections that the fast server does not handle. */
  httpServer: HttpServer;
  /** Returns true if `handle` handles requests to this request target. */
  handles(url: string): boolean;
  handle(request: BufferedRequest, response: FastResponse): void;
}

const sweepMs = 5_000;

/**
 * Creates a TCP server that reads short POST requests itself, because node:http would take half of the CPU time (ADR 19). As soon as a
 * connection sends any other request, node:http reads this request and all later requests of the connection.
 */
export function createFastServer({ httpServer, handles, handle }: FastServerOptions) {
  const connections = new Set<FastConnection>();
  let isStopping = false;
  const server: Server = createServer({ noDelay: true, allowHalfOpen: true }, (socket: Socket) => {
    const connection: FastConnection = new FastConnection(socket, {
      handles,
      handle,
      isStopping: () => isStopping,
      release(bytes) {
        connections.delete(connection);
        if (bytes === undefined) return;
        httpServer.emit("connection", socket);
        socket.unshift(bytes);
        socket.resume();
      },
    });
    connections.add(connection);
  });
  const sweep = setInterval(() => {
    const now = Date.now();
    for (const connection of connections) connection.closeIfIdle(now, keepAliveSeconds * 1000, firstHeadSeconds * 1000);
  }, sweepMs);
  sweep.unref();
  server.on("close", () => clearInterval(sweep));
  return {
    server,
    /** Stops accepting connections, and closes idle connections. Connections with a request close after the response. */
    stop(): void {
      isStopping = true;
      server.close();
      for (const connection of connections) connection.stop();
    },
    destroyAll(): void {
      for (const connection of connections) connection.socket.destroy();
    },
  };
}
