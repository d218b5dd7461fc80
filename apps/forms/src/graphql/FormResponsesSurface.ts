import { seriesOf, totalsByPlacement, totalsOf } from "../domain/response-counts.js";
import type { FormResponsesSurfaceResolvers } from "../generated/types.js";

export const FormResponsesSurface: FormResponsesSurfaceResolvers = {
  from: ({ from }) => from.toISOString(),
  to: ({ to }) => to.toISOString(),
  responses: (surface) => surface.readResponses(),
  totals: async (surface) => totalsOf((await surface.readCounts()).days),
  byPlacement: async (surface) => totalsByPlacement((await surface.readCounts()).placements),
  series: async (surface) => seriesOf(surface.days, (await surface.readCounts()).days),
};
