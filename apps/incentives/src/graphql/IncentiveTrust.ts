import { countDecisions, countStates, countTenths, readHeld } from "../db/grant-lists.js";
import { grantStates } from "../domain/ordinals.js";
import type { IncentiveTrustResolvers } from "../generated/types.js";

export const IncentiveTrust: IncentiveTrustResolvers = {
  incentiveId: ({ rowId }) => rowId,
  grantsByState: async ({ rowId }, _given, context) => {
    const counts = await countStates(context.read, rowId);
    return grantStates.map((state, ordinal) => ({ state, count: counts.get(ordinal) ?? 0 }));
  },
  scoreHistogram: async ({ rowId }, _given, context) => {
    const counts = await countTenths(context.read, rowId);
    return Array.from({ length: 10 }, (_, tenth) => ({ from: tenth / 10, to: (tenth + 1) / 10, count: counts.get(tenth) ?? 0 }));
  },
  held: ({ rowId }, _given, context) => readHeld(context.read, rowId),
  releasedShare: async ({ rowId }, _given, context) => {
    const { made, released } = await countDecisions(context.read, rowId);
    return made === 0 ? null : released / made;
  },
};
