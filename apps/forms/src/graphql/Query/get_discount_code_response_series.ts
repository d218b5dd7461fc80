import { compileFilter } from "@offergraph/service/filters/filter";
import { daysOfSeries } from "@offergraph/shared/time/series-days";
import { isKnownCode, readDayCounts } from "../../db/response-counts.js";
import { both, hasDiscountCode, hasPartner, responseFilter } from "../../db/response-list.js";
import { seriesOf } from "../../domain/response-counts.js";
import { boundsOf } from "../../domain/response-window.js";
import type { QueryResolvers } from "../../generated/types.js";

export const get_discount_code_response_series: NonNullable<QueryResolvers["get_discount_code_response_series"]> = async (
  _source,
  { id, filter, attributedFilter },
  { read, principal },
) => {
  const shape = responseFilter(read, principal.workspaceId);
  const [matches, attributed] = await Promise.all([
    compileFilter(shape, filter, "filter"),
    attributedFilter ? compileFilter(shape, attributedFilter, "attributedFilter") : hasPartner,
  ]);
  const [counts, isKnown] = await Promise.all([readDayCounts(read, both(hasDiscountCode(id), matches), attributed), isKnownCode(read, id)]);
  const matched = counts.map(({ day }) => day);
  const days = daysOfSeries(boundsOf(filter), matched, "filter.createdAt");
  return isKnown ? seriesOf(days, counts) : [];
};
