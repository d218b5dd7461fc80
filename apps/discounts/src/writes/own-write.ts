import { readIn, type WorkspaceWriter } from "@offergraph/shared/database/write";
import { Violations } from "@offergraph/shared/errors/user-error";
import { addToOutbox, type PendingEvent, pendingEvent } from "@offergraph/shared/outbox/add";
import type { Clock } from "@offergraph/shared/time/clock";
import type { Prisma } from "../generated/prisma/client.js";
import type { CodeWrite } from "./write.js";

/**
 * Runs a write of the service's own, that no caller asked for: in one transaction with its events, which name no actor.
 * A violation is an Error with all of them, and rolls everything back.
 */
export function writeOnOwnBehalf<Result>(
  writer: WorkspaceWriter<Prisma.TransactionClient>,
  { workspaceId, clock }: { workspaceId: string; clock: Clock },
  effect: (write: CodeWrite) => Promise<Result>,
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
