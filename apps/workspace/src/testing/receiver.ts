import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { CloudEvent } from "@offergraph/shared/contracts/cloud-event";
import { Webhook } from "standardwebhooks";

/** A received request. */
export interface Arrival {
  event: CloudEvent;
  headers: IncomingMessage["headers"];
  at: number;
  /** True if the receiver has processed the event. */
  accepted: boolean;
}

/**
 * The receiver's reaction to a request. A number is the response's status. For `reset-after`, the receiver closes the connection after it
 * has processed the event.
 */
export type Answer = number | "silence" | "reset" | "reset-after";

export interface Receiver {
  url: string;
  /** Requests with a valid signature, oldest first. */
  arrivals: Arrival[];
  /** Number of requests without a valid signature. */
  rejected: number;
  /** Secret that verifies requests. Without a secret, the receiver accepts all requests. */
  secret: string | undefined;
  answer(event: CloudEvent, index: number): Answer;
  /** Closes the port and all connections. */
  die(): Promise<void>;
  revive(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  let server: Server | undefined;
  let port = 0;
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request).catch(() => undefined);
    if (body === undefined) return;
    const { headers } = request;
    try {
      if (receiver.secret !== undefined) new Webhook(receiver.secret).verify(body, headers as Record<string, string>);
    } catch {
      receiver.rejected += 1;
      response.writeHead(401).end();
      return;
    }
    const event: CloudEvent = JSON.parse(body);
    const answer = receiver.answer(event, receiver.arrivals.length);
    const accepted = answer === "reset-after" || (typeof answer === "number" && answer >= 200 && answer < 300);
    receiver.arrivals.push({ event, headers, at: performance.now(), accepted });
    if (typeof answer === "number") response.writeHead(answer).end();
    else if (answer !== "silence") request.socket.resetAndDestroy();
  };
  const listen = async () => {
    server = createServer((request, response) => void handle(request, response));
    await new Promise<void>((resolve) => server?.listen(port, "127.0.0.1", resolve));
    port = (server.address() as AddressInfo).port;
  };
  const receiver: Receiver = {
    url: "",
    arrivals: [],
    rejected: 0,
    secret: undefined,
    answer: () => 200,
    async die() {
      server?.closeAllConnections();
      await new Promise((resolve) => server?.close(resolve));
    },
    revive: listen,
  };
  await listen();
  receiver.url = `http://127.0.0.1:${port}/hooks?a=1`;
  return receiver;
}
