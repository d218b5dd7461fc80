import { PublicError } from "@offergraph/shared/errors/public-error";
import { type Clock, systemClock } from "@offergraph/shared/time/clock";
import { z } from "zod";
import { type NatsClient, replySubjectOf } from "../messaging/connection.js";
import { abortable } from "../messaging/wait.js";
import { maxRecords, type Reference, type ReferenceKind, referenceKinds, referenceSubject } from "./kinds.js";
import { type Question, referenceSigner } from "./signer.js";

/** Error for a failed lookup: the service that owns the records did not send a valid reply. `cause` is the reason for the failure. */
export class OwnerUnavailable extends PublicError {
  constructor(kind: ReferenceKind, cause: unknown) {
    super("UNAVAILABLE", `The ${kind.replaceAll("_", " ")} could not be looked up. Try again.`);
    this.cause = cause;
  }
}

/**
 * Looks up records at the service that owns the records. Returns an array that contains the record, or an empty array if no record exists.
 * If several records have the name, returns two of these records. Batch lookups can return more records. Throws OwnerUnavailable after a
 * failure.
 */
export type RequestRecords = <Kind extends ReferenceKind>(question: Question<Kind>) => Promise<Reference<Kind>[]>;

export interface RecordRequesterOptions {
  nats: NatsClient;
  signingKey: string;
  clock?: Clock;
  /** Timeout in milliseconds for the whole lookup; defaults to 300. */
  timeoutMs?: number | undefined;
}

/** Timeouts in milliseconds of a service's lookups. Only tests change the defaults. */
export interface LookupTimeouts {
  /** Timeout of lookups for requests (see `createReplicaLookups`); defaults to 300. */
  replicaMs?: number;
  /** Timeout of the job that looks up workspaces; defaults to 1,000. The job reads the timeout before each lookup. */
  workspaceMs?: number;
}

export function recordRequester({ nats, signingKey, clock = systemClock, timeoutMs = 300 }: RecordRequesterOptions): RequestRecords {
  const signer = referenceSigner(signingKey);
  return async <Kind extends ReferenceKind>(question: Question<Kind>) => {
    const { service, kind } = question;
    const reply = z.object({ records: z.array(referenceKinds[kind].record).max(maxRecords(kind)) });
    const start = performance.now();
    try {
      const { connection, lost } = await nats.waitForConnection(AbortSignal.timeout(timeoutMs));
      const text = signer.signQuestion(question, clock.now().getTime());
      const timeout = Math.max(1, timeoutMs - (performance.now() - start));
      const options = { timeout: timeout + graceMs, noMux: true, reply: replySubjectOf(connection) };
      // After a connection loss, the NATS client does not reject a noMux request, so `abortable` rejects the request.
      const message = await answerWithin(timeout, abortable(connection.request(referenceSubject(service, kind), text, options), lost));
      return reply.parse(signer.openReply(text, message.string())).records as Reference<Kind>[];
    } catch (error) {
      throw new OwnerUnavailable(kind, error);
    }
  };
}

/**
 * The NATS client's timeout exceeds the timeout of `answerWithin` by this number of milliseconds, because `answerWithin` must reject first.
 */
const graceMs = 1_000;

/** Rejects after the timeout. First reads the socket once more, because a reply may have arrived while the process was busy. */
async function answerWithin<Answer>(timeoutMs: number, answer: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => setImmediate(() => reject(new Error(`no reply within ${Math.round(timeoutMs)} ms`))), timeoutMs);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
    answer.catch(() => undefined);
  }
}
