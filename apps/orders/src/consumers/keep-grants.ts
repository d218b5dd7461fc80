import { grantIssued } from "@offergraph/shared/contracts/events/incentives";
import { queueOrdersOfNames, queueOrdersOfResponse } from "../db/due-attributions.js";
import { insertGrantTier, lockGrant, readMintedKeys } from "../db/tiers.js";
import { defineConsumer } from "../tx.js";

/** Stores the tier of an issued grant. Attributes stored orders of the grant's response or minted code again. */
export const keepGrants = defineConsumer({
  name: "keep-grants",
  events: [grantIssued],
  emits: [],
  filter: ({ data }) => data.tier !== null,
  async handle(tx, { data: { rowId: grantId, formResponseId, tier } }) {
    if (tier === null) return;
    await lockGrant(tx, grantId);
    if (!(await insertGrantTier(tx, { grantId, formResponseId, tier: tier.toUpperCase() }))) return;
    await queueOrdersOfResponse(tx, formResponseId);
    await queueOrdersOfNames(tx, await readMintedKeys(tx, grantId));
  },
});
