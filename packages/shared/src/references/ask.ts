import { z } from "zod";
import { PublicError } from "../errors/public-error.js";
import { type NatsLink, replySubjectOf } from "../events/connection.js";
import { until } from "../events/wait.js";
import { type Clock, systemClock } from "../time/clock.js";
import { mostRecords, type Reference, type ReferenceKind, referenceKinds, referenceSubject } from "./kinds.js";
import { type Question, referenceSigner } from "./signer.js";

/** Whoever owns the records gave no answer in time. `cause` says why. */
export class ReferenceUnavailable extends PublicError {
  constructor(kind: ReferenceKind, cause: unknown) {
    super("UNAVAILABLE", `No ${kind.replaceAll("_", " ")} can be looked up at the moment. Try again.`);
    this.cause = cause;
  }
}

/**
 * Asks the service that owns a kind of record for one of them: nothing, one record, or two where more than one go by that name.
 * Throws ReferenceUnavailable.
 */
export type AskReference = <Kind extends ReferenceKind>(question: Question<Kind>) => Promise<Reference<Kind>[]>;

export interface AskerOptions {
  nats: NatsLink;
  signingKey: string;
  clock?: Clock;
  /** How long an answer is waited for in all; 300 ms unless given (decisions.md 6). */
  patienceMs?: number;
}

export function referenceAsker({ nats, signingKey, clock = systemClock, patienceMs = 300 }: AskerOptions): AskReference {
  const signer = referenceSigner(signingKey);
  return async <Kind extends ReferenceKind>(question: Question<Kind>) => {
    const { service, kind } = question;
    const reply = z.object({ records: z.array(referenceKinds[kind].record).max(mostRecords) });
    const start = performance.now();
    try {
      const { connection, lost } = await nats.connected(AbortSignal.timeout(patienceMs));
      const text = signer.signQuestion(question, clock.now().getTime());
      const timeout = Math.max(1, patienceMs - (performance.now() - start));
      const options = { timeout, noMux: true, reply: replySubjectOf(connection) };
      // The client forgets a request with a reply subject of its own when the connection ends.
      const message = await until(connection.request(referenceSubject(service, kind), text, options), lost);
      return reply.parse(signer.openReply(text, message.string())).records as Reference<Kind>[];
    } catch (error) {
      throw new ReferenceUnavailable(kind, error);
    }
  };
}
