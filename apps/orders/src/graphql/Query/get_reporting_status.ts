import { readReportingStatus } from "../../db/recalculation.js";
import type { QueryResolvers } from "../../generated/types.js";

export const get_reporting_status: NonNullable<QueryResolvers["get_reporting_status"]> = (
  _source,
  _given,
  { read, principal, defaultCurrency },
) => readReportingStatus(read, principal.workspaceId, defaultCurrency);
