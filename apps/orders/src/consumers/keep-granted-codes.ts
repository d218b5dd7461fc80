import { grantIssued } from "@offergraph/shared/contracts/events/incentives";
import { nameKey } from "@offergraph/shared/schema/name-key";
import { insertGrantedCodes } from "../db/granted-codes.js";
import { defineConsumer } from "../tx.js";

/** Stores the codes of grants, which connect orders with responses. */
export const keepGrantedCodes = defineConsumer({
  name: "keep-granted-codes",
  events: [grantIssued],
  emits: [],
  filter: ({ data }) => data.code !== null,
  async handle(tx, { data: { rowId: grantId, formResponseId, discountCodeId, code, customerId, issuedAt } }) {
    if (code === null || discountCodeId === null) return;
    await insertGrantedCodes(tx, [{ grantId, formResponseId, discountCodeId, nameKey: nameKey(code), customerId, issuedAt }]);
  },
});
