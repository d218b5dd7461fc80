import type { Read } from "@offergraph/shared/database/read";
import { readIn, type WorkspaceWriter } from "@offergraph/shared/database/write";
import type { Actor } from "@offergraph/shared/events/cloud-event";
import type { EventDefinition } from "@offergraph/shared/events/define";
import { addToOutbox, type PendingEvent, pendingEvent } from "@offergraph/shared/outbox/add";
import type { Prisma } from "../generated/prisma/client.js";

/** A transaction within one workspace, with the events that tell of it. */
export interface OrdersWrite {
  readonly read: Read;
  readonly workspaceId: string;
  /** The time of the write, the same everywhere in it. */
  readonly now: Date;
  /** The key and member that write; null when time, another service or the CLI does. */
  readonly actor: Actor | null;
  /** Puts an event into the outbox of this transaction, in the order of the calls. */
  emit<Data>(definition: EventDefinition<Data>, recordId: string, data: Data): void;
}

/** In whose workspace and on whose behalf something is written. */
export interface WriteCause {
  workspaceId: string;
  now: Date;
  /** Null: nobody's; time or an event of another service made it happen. */
  actor: Actor | null;
  requestId?: string | undefined;
  traceparent?: string | undefined;
}

/** Runs `effect` in one transaction; it may run again after a conflict, so it must do nothing but database work. */
export function writeOrders<Result>(
  writer: WorkspaceWriter<Prisma.TransactionClient>,
  { now, ...cause }: WriteCause,
  effect: (write: OrdersWrite) => Promise<Result>,
): Promise<Result> {
  const { workspaceId } = cause;
  return writer.write(workspaceId, async (transaction) => {
    const events: PendingEvent[] = [];
    const result = await effect({
      read: (statement) => readIn(transaction, statement),
      workspaceId,
      now,
      actor: cause.actor,
      emit: (definition, recordId, data) => events.push(pendingEvent(definition, { ...cause, recordId, data, time: now })),
    });
    await addToOutbox(transaction, events);
    return result;
  });
}
