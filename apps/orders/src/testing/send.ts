import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type AccessLevel, principalHeader, principalSigner } from "@offergraph/shared/access/principal";
import { newId } from "@offergraph/shared/time/ids";
import { testSigningKey } from "@offergraph/testkit/subgraph";
import type { Result } from "../services/ingest/write-batch.js";
import type { Client, Fixture } from "./fixture.js";

export interface SendOptions {
  /** Connection that the API key belongs to. */
  connectionId?: string;
  level?: AccessLevel;
  headers?: Record<string, string>;
}

/** Result of an ingest request. */
export interface Answered {
  status: number;
  results: Result[];
  errors: { message: string; extensions: { code: string } }[];
}

type Kind = "orders" | "checkouts" | "rates";
type Body = string | AsyncIterable<string | Buffer>;

/** Headers that the gateway adds to an ingest request. */
function headersFor(fixture: Fixture, client: Client, kind: Kind, isStream: boolean, options: SendOptions): Record<string, string> {
  const { connectionId, level = "WRITE", headers = {} } = options;
  const principal = {
    workspaceId: client.workspaceId,
    memberId: newId(),
    keyId: newId(),
    level,
    requestId: newId(),
    ...(connectionId !== undefined && { connectionId }),
  };
  const signed = principalSigner(testSigningKey).sign(principal, fixture.clock.now().getTime(), {
    service: "orders",
    method: "POST",
    path: `/v1/ingest/${kind}`,
    body: undefined,
  });
  return { "content-type": isStream ? "application/x-ndjson" : "application/json", [principalHeader]: signed, ...headers };
}

const urlOf = (fixture: Fixture, kind: Kind) => new URL(`/v1/ingest/${kind}`, fixture.running.url);

/** Sends a body with the gateway's headers. */
export function deliver(fixture: Fixture, client: Client, kind: Kind, body: Body, options: SendOptions = {}): Promise<Response> {
  const headers = headersFor(fixture, client, kind, typeof body !== "string", options);
  return fetch(urlOf(fixture, kind), { method: "POST", headers, body: body as string, duplex: "half" } as RequestInit);
}

/** Sends a long stream, which `fetch` would buffer. Yields the response as it arrives. */
export async function deliverLong(
  fixture: Fixture,
  client: Client,
  kind: Kind,
  chunks: AsyncIterable<Buffer>,
  options: SendOptions = {},
): Promise<IncomingMessage> {
  const sending = request(urlOf(fixture, kind), { method: "POST", headers: headersFor(fixture, client, kind, true, options) });
  const answer = once(sending, "response");
  const sent = pipeline(Readable.from(chunks), sending);
  const [[answered]] = await Promise.all([answer, Promise.race([answer, sent])]);
  return answered as IncomingMessage;
}

export async function sendRecords(
  fixture: Fixture,
  client: Client,
  kind: Kind,
  records: readonly unknown[],
  options?: SendOptions,
): Promise<Answered> {
  return answered(await deliver(fixture, client, kind, JSON.stringify({ records }), options));
}

export async function streamRecords(
  fixture: Fixture,
  client: Client,
  kind: Kind,
  records: Iterable<unknown>,
  options?: SendOptions,
): Promise<Answered> {
  return answered(await deliver(fixture, client, kind, lines(records), options));
}

/** Serializes records as NDJSON. Sends strings unchanged. */
async function* lines(records: Iterable<unknown>): AsyncGenerator<Buffer> {
  for (const record of records) yield Buffer.from(`${typeof record === "string" ? record : JSON.stringify(record)}\n`);
}

async function answered(response: Response): Promise<Answered> {
  const { results = [], errors = [] } = (await response.json()) as Partial<Answered>;
  return { status: response.status, results, errors };
}

/** Inserts the replica of a connection and returns the connection's id. */
export async function addConnection(fixture: Fixture, { workspaceId }: Client): Promise<string> {
  const id = newId();
  await fixture.admin.query(
    "INSERT INTO connection_references (row_id, workspace_id, slug, name, provider) VALUES ($1, $2, $3, 'Store', 'manual')",
    [id, workspaceId, `store-${id}`],
  );
  return id;
}

export function sentOrder(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    externalRef: newId(),
    providerUpdatedAt: "2026-05-01T12:00:00Z",
    customerRef: "Ann@Example.com ",
    customerName: "Ann",
    currencyId: "EUR",
    totalPrice: "120.50",
    refundedTotal: "20.5",
    discountCodes: ["SPRING"],
    placedAt: "2026-05-01T10:00:00+02:00",
    paidAt: "2026-05-01T08:05:00Z",
    orderStatus: "OPEN",
    financialStatus: "PAID",
    fulfillmentStatus: "PENDING",
    ...changes,
  };
}

export function sentCheckout(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return { externalRef: newId(), providerUpdatedAt: "2026-05-01T12:00:00Z", stage: "CART", startedAt: "2026-05-01T11:00:00Z", ...changes };
}
