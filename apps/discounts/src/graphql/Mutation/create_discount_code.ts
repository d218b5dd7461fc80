import { nameKey } from "@offergraph/shared/schema/name-key";
import { lockName } from "../../db/write-code.js";
import { type DiscountCodeFields, withDefaults } from "../../domain/fields.js";
import type { MutationResolvers } from "../../generated/types.js";
import { createCode } from "../../services/codes/create-code.js";
import { prepare } from "../../services/codes/prepare.js";
import { mutateCodes } from "../../services/codes/write.js";

export const create_discount_code: NonNullable<MutationResolvers["create_discount_code"]> = (_source, { input }, context) =>
  mutateCodes(context, async (write) => {
    const { body, connectionId } = input;
    if (body.code && !write.violations.any) await lockName(write, nameKey(body.code));
    const wanted = { body, connectionId: connectionId ?? undefined, path: ["input"] };
    const prepared = await prepare(write, wanted, { creating: true, current: undefined, complete: withDefaults });
    write.check();
    // Without violations, all required fields are present.
    return { discountCode: await createCode(write, prepared, withDefaults(prepared.patch) as DiscountCodeFields) };
  });
