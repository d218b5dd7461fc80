import { discountCodeCreated, tagRecolored } from "@offergraph/shared/contracts/events/discounts";
import { nameKey } from "@offergraph/shared/schema/name-key";
import { lockName } from "../../db/names.js";
import { type DiscountCodeFields, withDefaults } from "../../domain/fields.js";
import { createCode } from "../../services/codes/create-code.js";
import { prepare } from "../../services/codes/prepare.js";
import { type MutationField, mutation } from "../../tx.js";

export const create_discount_code: MutationField<"create_discount_code"> = mutation(
  { emits: [discountCodeCreated, tagRecolored] },
  async (tx, { input }) => {
    const { body, connectionId } = input;
    if (body.code && !tx.errors.any) await lockName(tx, nameKey(body.code));
    const wanted = { body, connectionId: connectionId ?? undefined, path: ["input"] };
    const prepared = await prepare(tx, wanted, { creating: true, current: undefined, complete: withDefaults });
    tx.check();
    // Without violations, all required fields are present.
    return { discountCode: await createCode(tx, prepared, withDefaults(prepared.patch) as DiscountCodeFields) };
  },
);
