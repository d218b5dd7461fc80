import { readIn } from "@offergraph/service/db/write";
import { addToOutbox, type PendingEvent, pendingEvent } from "@offergraph/service/outbox/add";
import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import type { Writing } from "../../db/transaction.js";
import type { Prisma } from "../../generated/prisma/client.js";

/** A transaction that changes grants: of a mutation, a consumer or a job. */
export interface GrantWrite extends Omit<Writing, "transaction"> {
  /** Adds an event to the outbox, in call order. */
  emit<Data>(definition: EventDefinition<Data>, recordId: string, data: Data): void;
}

/** Cause of a change: an event of another service, or a job. */
interface Cause {
  workspaceId: string;
  requestId?: string | undefined;
  traceparent?: string | undefined;
}

/** Changes grants and emits events within the caller's transaction. */
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
