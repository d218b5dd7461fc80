import type { AuditEvent, AuditedOperationRecord } from "@offergraph/shared/contracts/audit-events";
import { groupBy } from "../db/group-by.js";
import type { Job } from "../tx/job.js";
import type { Tx } from "../tx/tx.js";
import { eventBatches } from "./batches.js";
import type { AuditPlan } from "./plan.js";
import {
  type ChangeRow,
  deleteChanges,
  deleteOperations,
  lockOperations,
  markPartlySent,
  maxChanges,
  maxOperations,
  type OperationRow,
  readChanges,
  readWorkspacesWithOperations,
} from "./recorded-rows.js";
import { recordsOf } from "./records.js";

/**
 * Returns the job that emits recorded operations as events to the workspace service and deletes the recorded rows. One event contains many
 * operations, because an event for each mutation would cost more than the recording.
 */
export function auditJob<Prisma>(plan: AuditPlan): Job<Prisma, readonly [AuditEvent]> {
  return {
    name: "send audit records",
    everyMs: 1_000,
    emits: [plan.event],
    findWorkspaces: readWorkspacesWithOperations,
    run: (tx) => sendOperations(tx, plan),
  };
}

async function sendOperations(tx: Tx<unknown, AuditEvent>, plan: AuditPlan): Promise<boolean> {
  const operations = await lockOperations(tx);
  if (operations.length === 0) return false;
  const ids = operations.map(({ operationId }) => operationId);
  const changes = await readChanges(tx, ids);
  const isCut = changes.length > maxChanges || changes.at(-1)?.isLast === false;
  const sent = changes.slice(0, maxChanges);
  // If the batch does not contain all changes of its last operation, the next batch sends the remaining changes.
  const cutAt = isCut ? sent.at(-1)?.operationId : undefined;
  const byOperation = groupBy(sent, ({ operationId }) => operationId);
  const entries = operations
    .filter(({ operationId }) => cutAt === undefined || operationId <= cutAt)
    .flatMap((operation) => entryOf(plan, operation, byOperation.get(operation.operationId) ?? [], operation.operationId === cutAt));
  for (const batch of eventBatches(entries)) tx.emit(plan.event, batch[0]?.operationId ?? "", { operations: batch });
  await deleteChanges(tx, sent);
  await deleteOperations(
    tx,
    ids.filter((id) => cutAt === undefined || id < cutAt),
  );
  if (cutAt !== undefined && entries.at(-1)?.operationId === cutAt) await markPartlySent(tx, cutAt);
  return isCut || operations.length === maxOperations;
}

/** If no record has changed, returns an empty list for a part of an operation, and for an operation with `onlyWithChanges`. */
function entryOf(
  plan: AuditPlan,
  { operationId, details, isPartlySent }: OperationRow,
  changes: readonly ChangeRow[],
  isPart: boolean,
): AuditedOperationRecord[] {
  const records = recordsOf(plan, changes);
  if (records.length === 0 && (isPart || isPartlySent || details.onlyWithChanges)) return [];
  const { operation, time, isCommand = false, keyId, memberId, requestId } = details;
  return [{ operationId, operation, time, isCommand, keyId, memberId, requestId, records }];
}
