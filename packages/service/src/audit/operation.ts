import type { Actor, PendingEvent } from "@offergraph/shared/contracts/cloud-event";
import { type Statement, sql } from "../db/statement.js";
import { outboxInsert } from "../outbox/add.js";

/** An operation whose transaction is recorded in the audit log. */
export interface AuditedOperation {
  /** Name of the mutation, for example `create_discount_code`, or of the command, for example `admin partner add`. */
  operation: string;
  /** True for a command of the command line, which has no API key. */
  isCommand?: true;
  /** If true, the audit log contains the operation only if the operation changed a record. */
  onlyWithChanges?: true;
}

/** The stored details of an operation, which its records share. */
export interface OperationDetails extends AuditedOperation {
  /** Time in UTC with milliseconds. */
  time: string;
  keyId: string | null;
  memberId: string | null;
  requestId: string | null;
}

interface Execution {
  workspaceId: string;
  operationId: string;
  audit: AuditedOperation;
  actor: Actor | null;
  requestId: string | undefined;
  now: Date;
}

/**
 * Returns the last statement of an audited transaction. The statement records the operation and inserts the events into the outbox. The
 * triggers have already recorded the changes under the operation's id.
 */
export function auditedInsert(
  { workspaceId, operationId, audit, actor, requestId, now }: Execution,
  events: readonly PendingEvent[],
): Statement {
  const details: OperationDetails = {
    ...audit,
    time: now.toISOString(),
    keyId: actor?.keyId ?? null,
    memberId: actor?.memberId ?? null,
    requestId: requestId ?? null,
  };
  const insert = sql`
    INSERT INTO audit_operations (workspace_id, operation_id, details)
    VALUES (${workspaceId}::uuid, ${operationId}::uuid, ${JSON.stringify(details)}::json)`;
  return events.length === 0 ? insert : sql`WITH audited AS (${insert}) ${outboxInsert(events)}`;
}
