import { z } from "zod";
import { PublicError } from "../errors/public-error.js";
import { type NatsLink, replySubjectOf } from "../events/connection.js";
import { until } from "../events/wait.js";
import { type Clock, systemClock } from "../time/clock.js";
import { maxRecords, type Reference, type ReferenceKind, referenceKinds, referenceSubject } from "./kinds.js";
import { type Question, referenceSigner } from "./signer.js";

/** Whoever owns the records gave no answer in time. `cause` says why. */
export class ReferenceUnavailable extends PublicError {
  constructor(kind: ReferenceKind, cause: unknown) {
    super("UNAVAILABLE", `No ${kind.replaceAll("_", " ")} can be looked up at the moment. Try again.`);
    this.cause = cause;
  }
}

/**
 * Asks the service that owns a kind of record: for one of them (nothing, one record, or two where more than one go by that name) or, with
 * `discount_code_names`, for many.
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
    const reply = z.object({ records: z.array(referenceKinds[kind].record).max(maxRecords(kind)) });
    const start = performance.now();
    try {
      const { connection, lost } = await nats.connected(AbortSignal.timeout(patienceMs));
      const text = signer.signQuestion(question, clock.now().getTime());
      const timeout = Math.max(1, patienceMs - (performance.now() - start));
      const options = { timeout: timeout + graceMs, noMux: true, reply: replySubjectOf(connection) };
      // The client forgets a request with a reply subject of its own when the connection ends.
      const message = await answerWithin(timeout, until(connection.request(referenceSubject(service, kind), text, options), lost));
      return reply.parse(signer.openReply(text, message.string())).records as Reference<Kind>[];
    } catch (error) {
      throw new ReferenceUnavailable(kind, error);
    }
  };
}

/** The client's own timeout only cleans up. */
const graceMs = 1_000;

/**
 * The answer, if it comes in time. An answer that lies in the socket already counts as in time: a process that was busy until the timer was
 * due reads the socket once more before it gives up.
 */
async function answerWithin<Answer>(timeoutMs: number, answer: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => setImmediate(() => reject(new Error(`no answer within ${Math.round(timeoutMs)} ms`))), timeoutMs);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
    answer.catch(() => undefined);
  }
}
