import { Violations } from "@offergraph/shared/errors/user-error";
import type { Clock } from "@offergraph/shared/time/clock";
import { type PrismaTransaction, readIn, type WorkspaceWriter } from "../db/write.js";
import { addToOutbox, type PendingEvent, pendingEvent } from "../outbox/add.js";
import type { Write } from "./mutate.js";

export interface SystemWrite<Transaction> extends Write<Transaction> {
  readonly workspaceId: string;
}

/**
 * Runs a write that no caller requested, in one transaction with its events, which have no actor.
 * Violations roll back and throw one Error that lists all of them.
 */
export function runAsSystem<Transaction extends PrismaTransaction, Result>(
  writer: WorkspaceWriter<Transaction>,
  { workspaceId, clock }: { workspaceId: string; clock: Clock },
  effect: (write: SystemWrite<Transaction>) => Promise<Result>,
): Promise<Result> {
  return writer.write(workspaceId, async (transaction) => {
    const violations = new Violations();
    const events: PendingEvent[] = [];
    const now = clock.now();
    const result = await effect({
      transaction,
      read: (statement) => readIn(transaction, statement),
      workspaceId,
      now,
      violations,
      check: () => {
        if (violations.any) throw new Error(violations.list.map(({ field, message }) => `${field.join(".")}: ${message}`).join("\n"));
      },
      emit: (definition, recordId, data) => events.push(pendingEvent(definition, { workspaceId, recordId, data, actor: null, time: now })),
    });
    await addToOutbox(transaction, events);
    return result;
  });
}
