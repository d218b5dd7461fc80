import { countDecisions, countStates, countTenths, readHeld } from "../db/trust.js";
import { histogramOf } from "../domain/histogram.js";
import { grantStates } from "../domain/ranks.js";
import type { IncentiveTrustResolvers } from "../generated/types.js";

export const IncentiveTrust: IncentiveTrustResolvers = {
  incentiveId: ({ rowId }) => rowId,
  grantsByState: async ({ rowId }, _given, context) => {
    const counts = await countStates(context.read, rowId);
    return grantStates.map((state, rank) => ({ state, count: counts.get(rank) ?? 0 }));
  },
  scoreHistogram: async ({ rowId }, _given, context) => histogramOf(await countTenths(context.read, rowId)),
  held: ({ rowId }, _given, context) => readHeld(context.read, rowId),
  releasedShare: async ({ rowId }, _given, context) => {
    const { made, released } = await countDecisions(context.read, rowId);
    return made === 0 ? null : released / made;
  },
};
