import type { AuditEvent } from "@offergraph/shared/contracts/audit-events";

/** A table whose changes are in the audit log. */
export interface AuditedTable {
  /** Name of the record's type in the API, for example `DiscountCode`. */
  recordType: string;
  /** Columns that identify a record within a workspace; defaults to `row_id`. */
  id?: readonly string[];
  /** Columns whose changes are recorded without values: secrets, customers' data and large files. */
  hidden?: readonly string[];
  /** Value names of the columns that store the index of an enum value. */
  enums?: Readonly<Record<string, readonly string[]>>;
  /** Columns of the type smallint that contain numbers instead of enum values. */
  numbers?: readonly string[];
  /** True if the trigger of the table is `record_private_audit_change`, which stores no values except the id columns. */
  isPrivate?: true;
}

/**
 * The tables of a service that the audit log covers. The list is the only place that decides on hidden values. The check
 * `expectAuditedTables` compares the list with the triggers of the database.
 */
export interface AuditPlan {
  /** The event that reports audited operations to the workspace service. */
  event: AuditEvent;
  tables: Readonly<Record<string, AuditedTable>>;
  /** The tables of the service whose changes are not in the audit log, grouped by the reason. */
  unaudited: Readonly<Record<string, readonly string[]>>;
}
