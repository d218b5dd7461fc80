import { createReplicaLookups, type ReplicaLookups } from "@offergraph/service/replicas/resolve";
import { requestError } from "@offergraph/service/subgraph/errors";
import type { AuthenticatedRequest, Route } from "@offergraph/service/subgraph/routes";
import type { ServiceDeps } from "@offergraph/service/subgraph/run";
import { HttpError } from "@offergraph/shared/errors/http-error";
import type { LookUpError } from "@offergraph/shared/errors/look-up-error";
import { limitTime } from "@offergraph/shared/http/time-limit";
import { inTransaction, type Tx } from "../../db/tx.js";
import type { OrdersSettings } from "../../env.js";
import type { Prisma } from "../../generated/prisma/client.js";
import { codeLearner, type LearnCodes } from "../../services/attribution/learn-codes.js";
import { checkoutKind } from "../../services/checkouts/write-checkouts.js";
import { counted } from "../../services/ingest/counts.js";
import type { Kind } from "../../services/ingest/kind.js";
import { processBatches } from "../../services/ingest/process-batches.js";
import { readLines } from "../../services/ingest/record.js";
import { resolver } from "../../services/ingest/resolve.js";
import { orderKind } from "../../services/orders/write-orders.js";
import { rateKind } from "../../services/rates/write-rates.js";
import { abortOnStalledReader } from "./abort-on-stalled-reader.js";
import { AdmissionControl } from "./admission-control.js";
import { answerParts, begun, json, lines } from "./answer.js";
import { chunksOf } from "./chunks.js";
import { readBody } from "./read-body.js";

type Parts = ServiceDeps<OrdersSettings, Prisma.TransactionClient>;

const ndjson = "application/x-ndjson";
const maxBytes = 8 * 1024 * 1024;
/** Requests up to this size do not queue behind large ones of their connection: they hold few locks, and briefly. */
const maxSmall = 50;
/** Timeout of an unread response, and the time after it for which the request body is discarded. */
const unreadMs = 60_000;
const leftMs = 120_000;

/** Ingest routes for orders, checkouts and exchange rates. */
export function ingestRoutes(parts: Parts): readonly Route[] {
  const referencesOf = createReplicaLookups(parts);
  const learnCodes = codeLearner(parts);
  const room = new AdmissionControl();
  const route = <Sent>(kind: Kind<Sent>): Route => ({
    name: `ingest_${kind.name}`,
    method: "POST",
    path: `/v1/ingest/${kind.name}`,
    level: "WRITE",
    answer: (delivery) => answerDelivery(kind, { ...parts, learnCodes }, room, referencesOf(delivery.principal.workspaceId), delivery),
  });
  return [route(orderKind), route(checkoutKind), route(rateKind)];
}

async function answerDelivery<Sent>(
  kind: Kind<Sent>,
  parts: Parts & { learnCodes: LearnCodes },
  room: AdmissionControl,
  references: ReplicaLookups,
  delivery: AuthenticatedRequest,
) {
  const { request, response, requestId, principal, log } = delivery;
  const { connectionId, keyId, memberId } = principal;
  if (connectionId !== undefined && !kind.takesConnectionKeys) throw connectionKeyRefused(kind.name);
  if (connectionId !== undefined && kind.hasConnection) checkOwn((await references.findConnection(connectionId)).fault);
  const isStream = has(request.headers["content-type"], ndjson);
  const count = room.enter(principal.workspaceId, response, isStream);
  const body = isStream ? undefined : readBody(kind, await delivery.body(maxBytes, count));
  const isSmall = body !== undefined && body.flat().length <= maxSmall;
  const queue = isSmall ? undefined : `${kind.name} ${connectionId ?? principal.workspaceId}`;
  const taken = processBatches({
    kind,
    batches: body ? each(body) : readLines(kind, chunksOf(request, count)),
    resolve: resolver(kind, references, connectionId),
    learnCodes: (names) => parts.learnCodes(principal.workspaceId, names),
    write: (effect) => room.write(principal.workspaceId, queue, () => writeFor(parts, delivery, effect)),
    reportingCurrency: parts.settings.REPORTING_CURRENCY,
    now: () => parts.clock.now(),
    onFault: (error) => log.error({ err: error, kind: kind.name }, "Database rejected a valid record"),
  });
  const told = counted(taken, (counts) => log.info({ kind: kind.name, ...counts, actor: { keyId, memberId } }, "Records processed"));
  const results = abortOnStalledReader(told, unreadMs, () => {
    log.info({ kind: kind.name }, "Client does not read the response; discarding the rest of the request");
    limitTime(request, response, leftMs);
  });
  const form = has(request.headers.accept, ndjson) ? lines : json;
  const answer = answerParts(isStream ? results : await begun(results), form, (error) => {
    const { message, extensions } = requestError(error, log);
    return { message, extensions: { ...extensions, requestId } };
  });
  return { status: 200, headers: { "content-type": form.contentType }, body: answer };
}

/** Runs the transaction of a batch with the sender as actor. */
async function writeFor<Value>(
  { writer, relay, clock }: Parts,
  { principal, requestId, traceparent }: AuthenticatedRequest,
  effect: (write: Tx) => Promise<Value>,
): Promise<Value> {
  const { workspaceId, keyId, memberId } = principal;
  const cause = { workspaceId, now: clock.now(), actor: { keyId, memberId }, requestId, traceparent };
  const value = await inTransaction(writer, cause, effect);
  relay.notify();
  return value;
}

function connectionKeyRefused(records: string): HttpError {
  return new HttpError(
    403,
    "connection_key_not_supported",
    `This key belongs to one connection, but ${records} apply to the whole workspace. Use a secret key with level WRITE.`,
  );
}

function checkOwn(fault: LookUpError | undefined): void {
  if (fault === "UNAVAILABLE") throw new HttpError(503, fault, "The key's connection could not be looked up. Try again.");
  if (fault) throw new HttpError(404, fault, "The key's connection does not exist in this workspace.");
}

/** True if the header has this media type, with or without parameters. */
function has(header: string | undefined, type: string): boolean {
  return (header ?? "")
    .toLowerCase()
    .split(/[;,]/)
    .some((part) => part.trim() === type);
}

async function* each<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}
