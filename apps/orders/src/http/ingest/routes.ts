import type { ServerResponse } from "node:http";
import { createReplicaLookups, type ReplicaLookups } from "@offergraph/service/replicas/resolve";
import { requestError } from "@offergraph/service/subgraph/errors";
import type { AuthenticatedRequest, Route } from "@offergraph/service/subgraph/routes";
import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import { HttpError } from "@offergraph/shared/errors/http-error";
import type { LookUpError } from "@offergraph/shared/errors/look-up-error";
import { limitTime } from "@offergraph/shared/http/time-limit";
import { readLanes } from "../../db/record-keys.js";
import { codeLearner, type LearnCodes } from "../../services/attribution/learn-codes.js";
import { checkoutKind } from "../../services/checkouts/write-checkouts.js";
import type { Kind, ValidRecord } from "../../services/ingest/kind.js";
import { processBatches } from "../../services/ingest/process-batches.js";
import { readLines } from "../../services/ingest/record.js";
import { resolver } from "../../services/ingest/resolve.js";
import type { Result } from "../../services/ingest/write-batch.js";
import { orderKind } from "../../services/orders/write-orders.js";
import { rateKind } from "../../services/rates/write-rates.js";
import type { Deps, Tx } from "../../tx.js";
import { abortOnStalledReader } from "./abort-on-stalled-reader.js";
import { AdmissionControl } from "./admission-control.js";
import { answerParts, begun, json, lines } from "./answer.js";
import { chunksOf, readBody } from "./read-body.js";

const ndjson = "application/x-ndjson";
const maxBytes = 8 * 1024 * 1024;
/** Maximum number of records in a small request. Small requests lock few records and do not wait in a queue. */
const maxSmall = 50;
/**
 * If a client does not read the response for `unreadMs`, the service ends the request with an error. The service then discards the rest of
 * the request body for at most `discardMs`.
 */
const unreadMs = 60_000;
const discardMs = 120_000;

/** Parts of the routes that tests replace. */
export interface IngestParts {
  learnCodes?: LearnCodes;
  /** Time in milliseconds for which a partial batch of a stream waits for its next record. */
  idleMs?: number;
}

export function ingestRoutes(deps: Deps, { learnCodes = codeLearner(deps), idleMs }: IngestParts = {}): readonly Route[] {
  const referencesOf = createReplicaLookups(deps);
  const ingest: IngestDeps = { ...deps, learnCodes, idleMs, admission: new AdmissionControl() };
  const route = <Sent, Emitted extends EventDefinition>(kind: Kind<Sent, Emitted>): Route => ({
    name: `ingest_${kind.name}`,
    method: "POST",
    path: `/v1/ingest/${kind.name}`,
    level: "WRITE",
    answer: (received) => answerRequest(kind, ingest, referencesOf(received.principal.workspaceId), received),
  });
  return [route(orderKind), route(checkoutKind), route(rateKind)];
}

interface IngestDeps extends Deps {
  learnCodes: LearnCodes;
  idleMs: number | undefined;
  admission: AdmissionControl;
}

async function answerRequest<Sent, Emitted extends EventDefinition>(
  kind: Kind<Sent, Emitted>,
  deps: IngestDeps,
  references: ReplicaLookups,
  received: AuthenticatedRequest,
) {
  const { request, response, requestId, principal, log } = received;
  const { connectionId, workspaceId } = principal;
  if (connectionId !== undefined) {
    if (!kind.hasConnection) throw connectionKeyRefused(kind.name);
    checkOwn((await references.findConnection(connectionId)).fault);
  }
  const isStream = has(request.headers["content-type"], ndjson);
  const count = deps.admission.enter(workspaceId, response, isStream);
  const body = isStream ? undefined : readBody(kind, await received.body(maxBytes, count));
  const isSmall = body !== undefined && body.flat().length <= maxSmall;
  const processed = processBatches({
    kind,
    batches: body ? each(body) : readLines(kind, chunksOf(request, count), () => deps.batchSizes.of(workspaceId), deps.idleMs),
    resolve: resolver(kind, references, connectionId),
    learnCodes: (names) => deps.learnCodes(workspaceId, names),
    ...(kind.laneKeyOf && !isSmall && { lanesOf: laneReader(deps, workspaceId, kind.laneKeyOf) }),
    write: batchWriter(kind, deps, received, isSmall),
    reportingCurrency: deps.settings.REPORTING_CURRENCY,
    now: () => deps.clock.now(),
    onFault: (error) => log.error({ err: error, kind: kind.name }, "The database rejected a record that the validation accepted"),
  });
  const results = loggedResults(kind.name, bulkWrite(deps, workspaceId, response, processed), received);
  const form = has(request.headers.accept, ndjson) ? lines : json;
  const answer = answerParts(isStream ? results : await begun(results), form, (error) => {
    const { message, extensions } = requestError(error, log);
    return { message, extensions: { ...extensions, requestId } };
  });
  return { status: 200, headers: { "content-type": form.contentType }, body: answer };
}

function laneReader<Sent>({ database }: IngestDeps, workspaceId: string, keyOf: (sent: Sent) => string) {
  return (records: readonly ValidRecord<Sent>[]) =>
    readLanes(
      (statement) => database.read(workspaceId, statement),
      records.map(({ sent }) => keyOf(sent)),
    );
}

/** Yields `results` unchanged. After the first batches with more than `maxSmall` records, the request is a bulk write until its end. */
async function* bulkWrite({ bulkWrites }: IngestDeps, workspaceId: string, response: ServerResponse, results: AsyncIterable<Result[]>) {
  let count = 0;
  let end: (() => void) | undefined;
  try {
    for await (const some of results) {
      count += some.length;
      if (count > maxSmall && !end && !response.destroyed) {
        end = bulkWrites.begin(workspaceId);
        response.once("close", end);
      }
      yield some;
    }
  } finally {
    end?.();
  }
}

/** Returns a function that runs `effect` in a transaction as soon as `admission` allows the write. */
function batchWriter<Emitted extends EventDefinition>(
  { name, emits }: Pick<Kind<never, Emitted>, "name" | "emits">,
  { admission, database }: IngestDeps,
  { principal, requestId, traceparent }: AuthenticatedRequest,
  isSmall: boolean,
) {
  const { workspaceId, connectionId, keyId, memberId } = principal;
  const queueOf = (lane: number) => (isSmall ? undefined : `${name} ${connectionId ?? workspaceId} ${lane}`);
  const options = { workspaceId, actor: { keyId, memberId }, requestId, traceparent, emits };
  return <Value>(effect: (tx: Tx<Emitted>) => Promise<Value>, lane: number) =>
    admission.write(workspaceId, queueOf(lane), () => database.transaction(options, effect));
}

/** Yields `results` unchanged. Logs the number of records per outcome at the end. */
function loggedResults(kind: string, results: AsyncIterable<Result[]>, { request, response, principal, log }: AuthenticatedRequest) {
  const { keyId, memberId } = principal;
  const counts: Record<Result["outcome"], number> = { accepted: 0, unchanged: 0, stale: 0, rejected: 0 };
  const counted = (async function* () {
    try {
      for await (const some of results) {
        for (const { outcome } of some) counts[outcome] += 1;
        yield some;
      }
    } finally {
      log.info({ kind, ...counts, actor: { keyId, memberId } }, "Records processed");
    }
  })();
  return abortOnStalledReader(counted, unreadMs, () => {
    log.info({ kind }, "Client does not read the response; discarding the rest of the request");
    limitTime(request, response, discardMs);
  });
}

function connectionKeyRefused(records: string): HttpError {
  return new HttpError(
    403,
    "connection_key_not_supported",
    `This key is limited to one connection, but ${records} apply to the whole workspace. Use a secret key of level WRITE that is not limited to a connection.`,
  );
}

function checkOwn(fault: LookUpError | undefined): void {
  if (fault === "UNAVAILABLE") throw new HttpError(503, fault, "The key's connection could not be looked up. Try again.");
  if (fault) throw new HttpError(404, fault, "The key's connection does not exist in this workspace.");
}

function has(header: string | undefined, type: string): boolean {
  return (header ?? "")
    .toLowerCase()
    .split(/[;,]/)
    .some((part) => part.trim() === type);
}

async function* each<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}
