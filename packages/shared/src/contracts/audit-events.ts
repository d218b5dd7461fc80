import { z } from "zod";
import { defineEvent } from "./define-event.js";

const time = z.iso.datetime({ precision: 3 });

/** A changed field. `before` and `after` are null if the field had no value, or if its value is hidden. */
const auditChange = z.object({
  field: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  /** True if the field contains a secret or a customer's data. The audit log then contains only the field's name. */
  isHidden: z.literal(true).optional(),
  /** True if a value was too long. `before` and `after` are then the beginnings of the values as text. */
  isTruncated: z.literal(true).optional(),
});

/** A record that an operation changed. */
const auditRecord = z.object({
  rowId: z.guid(),
  recordType: z.string(),
  recordId: z.string(),
  action: z.enum(["CREATED", "UPDATED", "DELETED"]),
  /** The customer to whom the record belongs, so that an erasure of the customer finds the record. */
  customerId: z.guid().nullable(),
  changes: z.array(auditChange),
});
export type AuditRecord = z.infer<typeof auditRecord>;

/** One execution of an operation with the records that it changed. A large operation is divided into several entries. */
const auditedOperation = z.object({
  operationId: z.guid(),
  operation: z.string(),
  time,
  isCommand: z.boolean(),
  keyId: z.guid().nullable(),
  memberId: z.guid().nullable(),
  requestId: z.string().nullable(),
  records: z.array(auditRecord),
});
export type AuditedOperationRecord = z.infer<typeof auditedOperation>;

const auditRecorded = z.object({ operations: z.array(auditedOperation).min(1) });

/** Returns the definition of the event with which a service reports audited operations to the workspace service. */
export function auditEvent<const Service extends string>(service: Service) {
  return defineEvent({
    subject: `offergraph.${service}.audit.recorded.v1`,
    description: "Operations of API keys, members and commands ran, and changed the listed records.",
    recordId: "the id of the first operation",
    isInternal: true,
    data: auditRecorded,
  });
}

export type AuditEvent = ReturnType<typeof auditEvent<string>>;
