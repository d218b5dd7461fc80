import { discountCodeCreated, tagRecolored } from "@offergraph/shared/contracts/events/discounts";
import { codeWarnings, warningsOfCodes } from "../../domain/warnings.js";
import { createFromBody } from "../../services/codes/create-code.js";
import { type MutationField, mutation } from "../../tx.js";

export const create_discount_code: MutationField<"create_discount_code"> = mutation(
  { emits: [discountCodeCreated, tagRecolored], warns: codeWarnings },
  async (tx, { input: { body, connectionId } }) => {
    const given = { body, connectionId: connectionId?.toLowerCase(), path: ["input"] };
    const discountCode = await createFromBody(tx, given);
    tx.warn(...warningsOfCodes([discountCode], body.status, tx.now));
    return { discountCode };
  },
);
