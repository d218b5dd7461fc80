import type { Actor, PendingEvent } from "@offergraph/shared/contracts/cloud-event";
import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import type { AuditedOperation } from "../audit/operation.js";
import { pendingEvent } from "../outbox/add.js";
import type { OpenTransaction } from "./transaction.js";
import type { EventCause, Tx } from "./tx.js";

/** `requestId` and `traceparent` become part of the emitted events. */
export interface TxOptions<Events extends EventDefinition = never> extends EventCause {
  workspaceId: string;
  /** The caller; null (the default) for work without a caller, for example a job. */
  actor?: Actor | null;
  emits?: readonly Events[];
  /** Records the changes of the transaction in the audit log. A dry run ignores this option. */
  audit?: AuditedOperation | undefined;
  /** Time of the transaction; by default, the current time of the clock. */
  now?: Date;
}

/** Deferred work of a transaction: events to write before the commit, and callbacks to run after the commit. */
export interface Effects {
  events: PendingEvent[];
  callbacks: ((recordIds: string[]) => void)[];
}

export function createTx(
  transaction: OpenTransaction,
  { workspaceId, actor = null, emits = [], requestId, traceparent }: TxOptions<EventDefinition>,
  now: Date,
  { events, callbacks }: Effects,
): Tx<unknown, EventDefinition> {
  const tx: Omit<Tx<unknown, EventDefinition>, "prisma"> = {
    sql: (statement) => transaction.sql(statement),
    workspaceId,
    now,
    actor,
    onCommit: (callback) => void callbacks.push(callback),
    emit: (definition, recordId, data, cause = { requestId, traceparent }) => {
      if (!emits.includes(definition))
        throw new Error(
          `Invariant violated: the event ${definition.subject} was emitted, but the transaction's option \`emits\` does not contain it.`,
        );
      const { requestId: causeRequest, traceparent: causeTrace } = cause;
      const details = { workspaceId, recordId, data, actor, time: now, requestId: causeRequest, traceparent: causeTrace };
      events.push(pendingEvent(definition, details));
    },
  };
  // `prisma` is not enumerable, because a copy of the Tx would create a Prisma client.
  return Object.defineProperty(tx, "prisma", { get: () => transaction.prisma }) as Tx<unknown, EventDefinition>;
}
