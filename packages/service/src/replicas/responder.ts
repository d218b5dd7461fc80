import { once } from "node:events";
import type { Msg } from "@nats-io/transport-node";
import type { Logger } from "@offergraph/shared/log/logger";
import { type Clock, systemClock } from "@offergraph/shared/time/clock";
import { z } from "zod";
import type { NatsClient } from "../messaging/connection.js";
import { AbortError, abortable, sleep } from "../messaging/wait.js";
import { type Lookup, maxRecords, type Reference, type ReferenceKind, referenceKinds, referenceSubject } from "./kinds.js";
import { referenceSigner } from "./signer.js";

/** Finds records in a workspace by id or name. If several records have the name, returns two. */
export type FindOwnedRecords<Kind extends ReferenceKind> = (
  workspaceId: string,
  wanted: Lookup<Kind>,
) => Promise<readonly Reference<Kind>[]>;

export interface AnswerOptions {
  nats: NatsClient;
  service: string;
  signingKey: string;
  answers: { [Kind in ReferenceKind]?: FindOwnedRecords<Kind> };
  log: Logger;
  clock?: Clock;
}

/**
 * Starts to answer the lookups of other services for this service's records. Only one replica of the service handles each request. A
 * request that is invalid or fails gets no reply.
 */
export function startReplicaResponder({ nats, service, signingKey, answers, log, clock = systemClock }: AnswerOptions) {
  const signer = referenceSigner(signingKey);
  const stop = new AbortController();
  const inFlight = new Set<Promise<void>>();

  const answer = async (kind: ReferenceKind, message: Msg): Promise<void> => {
    const text = message.string();
    const question = signer.openQuestion(text, service, kind, clock.now().getTime());
    if (!question) {
      log.warn({ kind }, "ignored a lookup request with an invalid or expired signature");
      return;
    }
    const find = answers[kind] as FindOwnedRecords<ReferenceKind>;
    const found = await find(question.workspaceId, question.wanted);
    const records = z.array(referenceKinds[kind].record).parse(found.slice(0, maxRecords(kind)));
    message.respond(signer.signReply(text, { records }));
  };
  const take = (kind: ReferenceKind, message: Msg) => {
    const answering = answer(kind, message)
      .catch((error: unknown) => log.error({ err: error, kind }, "lookup request failed"))
      .finally(() => inFlight.delete(answering));
    inFlight.add(answering);
  };

  const serve = async () => {
    const { connection, lost } = await nats.waitForConnection(stop.signal);
    const subscriptions = (Object.keys(answers) as ReferenceKind[]).map((kind) =>
      connection.subscribe(referenceSubject(service, kind), {
        queue: service,
        callback: (error, message) => {
          if (error) log.warn({ reason: error.message, kind }, "subscription to lookup requests failed");
          else take(kind, message);
        },
      }),
    );
    const over = AbortSignal.any([lost, stop.signal]);
    if (!over.aborted) await once(over, "abort");
    // `abortable` ends the wait after a connection loss, because drain() would never end.
    if (!connection.isClosed()) await abortable(Promise.all(subscriptions.map((subscription) => subscription.drain())), lost);
  };

  const run = async () => {
    while (!stop.signal.aborted) {
      try {
        await serve();
      } catch (error) {
        if (error instanceof AbortError) return;
        log.warn({ reason: (error as Error).message }, "cannot serve lookup requests; retrying");
        await sleep(100, stop.signal);
      }
    }
  };
  const done = run();
  return {
    /** Stops accepting requests and waits for the running requests. */
    async stop(): Promise<void> {
      stop.abort();
      await done;
      await Promise.all(inFlight);
    },
  };
}
