import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A public event, as a webhook endpoint receives it. */
export interface ReceivedEvent {
  id: string;
  type: string;
  subject: string;
  data: Record<string, unknown>;
}

export interface Receiver {
  url: string;
  /** Received events by the header `webhook-id`. A repeated request has the same id. */
  events: ReadonlyMap<string, ReceivedEvent>;
  /** Number of requests whose id was received before. */
  repeats(): number;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const events = new Map<string, ReceivedEvent>();
  let repeats = 0;
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => undefined);
    const id = request.headers["webhook-id"];
    if (body === undefined || typeof id !== "string") return response.writeHead(400).end();
    if (events.has(id)) repeats += 1;
    events.set(id, JSON.parse(body) as ReceivedEvent);
    return response.writeHead(204).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    events,
    repeats: () => repeats,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
