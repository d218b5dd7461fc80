import { compileFilter } from "@offergraph/service/filters/filter";
import { daysOfSeries } from "@offergraph/shared/time/series-days";
import { isKnownCode, readDayCounts } from "../../db/response-counts.js";
import { both, hasDiscountCode, hasPartner, responseFilter } from "../../db/response-list.js";
import { readTimeZone } from "../../db/time-zones.js";
import { seriesOf } from "../../domain/response-counts.js";
import { boundsOf } from "../../domain/response-window.js";
import type { QueryResolvers } from "../../generated/types.js";

export const get_discount_code_response_series: NonNullable<QueryResolvers["get_discount_code_response_series"]> = async (
  _source,
  { id, filter, attributedFilter },
  { read, principal },
) => {
  const shape = responseFilter(read, principal.workspaceId);
  const [timeZone, matches, attributed] = await Promise.all([
    readTimeZone(read),
    compileFilter(shape, filter, "filter"),
    attributedFilter ? compileFilter(shape, attributedFilter, "attributedFilter") : hasPartner,
  ]);
  const where = both(hasDiscountCode(id), matches);
  const [counts, isKnown] = await Promise.all([readDayCounts(read, where, attributed, timeZone), isKnownCode(read, id)]);
  const matched = counts.map(({ day }) => day);
  const days = daysOfSeries(boundsOf(filter, timeZone), matched, "filter.createdAt");
  return isKnown ? seriesOf(days, counts) : [];
};
