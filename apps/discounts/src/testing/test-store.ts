import type { KeyObject } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { newId } from "@offergraph/shared/time/ids";
import { Webhook } from "standardwebhooks";
import type { StoreRow } from "../db/rows.js";
import { newSecret, sealSecret } from "../services/stores/secrets.js";

export interface Arrival {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  text: string;
}

export type Behaviour = (response: ServerResponse, arrival: Arrival) => void;

export interface TestStore {
  url: string;
  secret: string;
  arrivals: Arrival[];
  /** Number of TCP connections that clients have opened so far. */
  connections(): number;
  /** Sets the function that responds to messages. The store reads and records a message before the store calls the function. */
  behave(behaviour: Behaviour): void;
  /** Sends a response with this text, signed as in docs/stores.md. */
  answer(response: ServerResponse, id: string, body: string, secret?: string): void;
  /** Makes `listener` handle all requests. The store then records no messages. */
  handle(listener: RequestListener): void;
  stop(): Promise<void>;
}

/** Starts a store on a local port. The store accepts all messages unless a test calls `behave` or `handle`. */
export async function startTestStore(): Promise<TestStore> {
  const secret = newSecret();
  const arrivals: Arrival[] = [];
  let connections = 0;
  const answer: TestStore["answer"] = (response, id, body, signedWith = secret) => {
    const now = new Date();
    response.setHeader("webhook-id", id);
    response.setHeader("webhook-timestamp", Math.floor(now.getTime() / 1000));
    response.setHeader("webhook-signature", new Webhook(signedWith).sign(id, now, body));
    response.end(body);
  };
  let behave: Behaviour = (response, { headers }) => answer(response, String(headers["webhook-id"]), "");
  const read: RequestListener = async (request, response) => {
    const { method = "", url: path = "", headers } = request;
    const arrival = { method, path, headers, text: await text(request) };
    arrivals.push(arrival);
    behave(response, arrival);
  };
  let listener = read;
  const server = createServer((request, response) => listener(request, response)).on("connection", () => connections++);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/store?shop=1`,
    secret,
    arrivals,
    connections: () => connections,
    behave: (behaviour) => {
      behave = behaviour;
      listener = read;
    },
    answer,
    handle: (other) => {
      listener = other;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Returns a row of the table `connections` for a connection to `store`. Does not insert the row. */
export function storeRow(secretKey: KeyObject, store: { url: string; secret: string }, changes: Partial<StoreRow> = {}): StoreRow {
  const rowId = newId();
  const secret = sealSecret(secretKey, rowId, store.secret);
  const [createdAt, updatedAt] = ["2026-06-01T12:00:00.000Z", "2026-06-01T12:00:00.000Z"];
  const named = { rowId, workspaceId: newId(), createdAt, updatedAt, slug: "shop", name: "A shop", isTest: false };
  return { ...named, provider: "http", endpoint: store.url, secret, ...changes };
}
