import type { Route } from "../router.js";
import { AuditList } from "./audit-list.js";

export const auditRoutes: readonly Route[] = [{ folder: "audit", title: "Audit log", List: AuditList }];
