import { compileFilter } from "@offergraph/shared/filters/filter";
import { readAggregates } from "../../data/aggregates.js";
import { discountCodeFilter } from "../../data/list.js";
import type { QueryResolvers } from "../../generated/types.js";

export const get_discount_codes_aggregates_filtered: NonNullable<QueryResolvers["get_discount_codes_aggregates_filtered"]> = async (
  _source,
  { filter },
  context,
) => readAggregates(context.read, await compileFilter(discountCodeFilter(context.read), filter, "filter"));
