import { readCheckoutCounts } from "../../db/checkouts.js";
import { summaryOf } from "../../domain/checkouts.js";
import type { QueryResolvers } from "../../generated/types.js";

export const get_checkouts_summary: NonNullable<QueryResolvers["get_checkouts_summary"]> = async (_source, _given, { read }) =>
  summaryOf(await readCheckoutCounts(read));
