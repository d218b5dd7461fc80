import { once } from "node:events";
import type { Msg } from "@nats-io/transport-node";
import { z } from "zod";
import type { NatsLink } from "../events/connection.js";
import { Interrupted, pause, until } from "../events/wait.js";
import type { Logger } from "../log/logger.js";
import { type Clock, systemClock } from "../time/clock.js";
import { maxRecords, type Reference, type ReferenceKind, referenceKinds, referenceSubject, type Wanted } from "./kinds.js";
import { referenceSigner } from "./signer.js";

/** Finds what is wanted in this workspace: nothing, one record, or two where more than one go by that name. */
export type FindReferences<Kind extends ReferenceKind> = (workspaceId: string, wanted: Wanted<Kind>) => Promise<readonly Reference<Kind>[]>;

export interface AnswerOptions {
  nats: NatsLink;
  /** The service that owns the records. */
  service: string;
  signingKey: string;
  answers: { [Kind in ReferenceKind]?: FindReferences<Kind> };
  log: Logger;
  clock?: Clock;
}

/**
 * Answers other services that ask for records of this one (decisions.md 6). Of all replicas one answers each question.
 * Outlives NATS being away. What nobody of ours has signed, and what cannot be answered, gets no reply.
 */
export function answerReferences({ nats, service, signingKey, answers, log, clock = systemClock }: AnswerOptions) {
  const signer = referenceSigner(signingKey);
  const stop = new AbortController();
  const inHand = new Set<Promise<void>>();

  const answer = async (kind: ReferenceKind, message: Msg): Promise<void> => {
    const text = message.string();
    const question = signer.openQuestion(text, service, kind, clock.now().getTime());
    if (!question) {
      log.warn({ kind }, "a question for a reference is not signed by a service of ours, or too old: not answered");
      return;
    }
    const find = answers[kind] as FindReferences<ReferenceKind>;
    const found = await find(question.workspaceId, question.wanted);
    const records = z.array(referenceKinds[kind].record).parse(found.slice(0, maxRecords(kind)));
    message.respond(signer.signReply(text, { records }));
  };
  const take = (kind: ReferenceKind, message: Msg) => {
    const answering = answer(kind, message)
      .catch((error: unknown) => log.error({ err: error, kind }, "a question for a reference could not be answered"))
      .finally(() => inHand.delete(answering));
    inHand.add(answering);
  };

  const serve = async () => {
    const { connection, lost } = await nats.connected(stop.signal);
    const subscriptions = (Object.keys(answers) as ReferenceKind[]).map((kind) =>
      connection.subscribe(referenceSubject(service, kind), {
        queue: service,
        callback: (error, message) => {
          if (error) log.warn({ reason: error.message, kind }, "references cannot be asked for");
          else take(kind, message);
        },
      }),
    );
    const over = AbortSignal.any([lost, stop.signal]);
    if (!over.aborted) await once(over, "abort");
    // A connection that is lost meanwhile never says that they are drained.
    if (!connection.isClosed()) await until(Promise.all(subscriptions.map((subscription) => subscription.drain())), lost);
  };

  const run = async () => {
    while (!stop.signal.aborted) {
      try {
        await serve();
      } catch (error) {
        if (error instanceof Interrupted) return;
        log.warn({ reason: (error as Error).message }, "questions for references cannot be taken, trying again");
        await pause(100, stop.signal);
      }
    }
  };
  const done = run();
  return {
    /** Answers what has come, and takes nothing more. */
    async stop(): Promise<void> {
      stop.abort();
      await done;
      await Promise.all(inHand);
    },
  };
}
