import { readAuditEventPage } from "../../db/audit-events.js";
import type { QueryField } from "../context.js";

export const list_audit_events: QueryField<"list_audit_events"> = (_source, given, context) => readAuditEventPage(context, given);
