import { compileFilter } from "@offergraph/service/filters/filter";
import { readAggregates } from "../../db/aggregates.js";
import { discountCodeFilter } from "../../db/list.js";
import type { QueryField } from "../context.js";

export const get_discount_codes_aggregates_filtered: QueryField<"get_discount_codes_aggregates_filtered"> = async (
  _source,
  { filter },
  context,
) => readAggregates(context.read, await compileFilter(discountCodeFilter(context.read), filter, "filter"));
