import { deleteOldAuditEvents } from "../db/audit-events.js";
import { auditRetention } from "../db/retention.js";
import { retentionJob } from "./retention-job.js";

const dayMs = 86_400_000;

/** Deletes audit events of operations that ran more than `days` days ago. */
export const deleteOldAuditEventsJob = (days: number) =>
  retentionJob({
    name: "delete old audit events",
    list: auditRetention,
    deleteBatch: (tx, max) => deleteOldAuditEvents(tx, new Date(tx.now.getTime() - days * dayMs), max),
  });
