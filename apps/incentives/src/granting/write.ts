import { readIn } from "@offergraph/shared/database/write";
import type { EventDefinition } from "@offergraph/shared/events/define";
import { addToOutbox, type PendingEvent, pendingEvent } from "@offergraph/shared/outbox/add";
import type { Writing } from "../data/transaction.js";
import type { Prisma } from "../generated/prisma/client.js";

/** A transaction in which grants change: a mutation's, an event's or a due task's. */
export interface GrantWrite extends Omit<Writing, "transaction"> {
  /** Puts an event into the outbox of this transaction, in the order of the calls. */
  emit<Data>(definition: EventDefinition<Data>, recordId: string, data: Data): void;
}

/** What made grants change: an event of another service, or nothing but time. */
interface Cause {
  workspaceId: string;
  requestId?: string | undefined;
  traceparent?: string | undefined;
}

/** Changes grants within a transaction that somebody else commits, with the events that tell of it. */
export async function grantWithin<Result>(
  transaction: Prisma.TransactionClient,
  { workspaceId, requestId, traceparent }: Cause,
  now: Date,
  effect: (write: GrantWrite) => Promise<Result>,
): Promise<Result> {
  const events: PendingEvent[] = [];
  const result = await effect({
    read: (statement) => readIn(transaction, statement),
    workspaceId,
    now,
    emit: (definition, recordId, data) =>
      events.push(pendingEvent(definition, { workspaceId, recordId, data, actor: null, time: now, requestId, traceparent })),
  });
  await addToOutbox(transaction, events);
  return result;
}
