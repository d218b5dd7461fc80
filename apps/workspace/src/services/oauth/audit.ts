import type { AuditedOperation } from "@offergraph/service/audit/operation";

/** The audit log names an OAuth request by its path. The log omits rejected requests, which change no record. */
export const oauthAudit = (path: `/oauth/${string}`): AuditedOperation => ({ operation: path, onlyWithChanges: true });
