import { nameKey } from "@offergraph/shared/schema/name-key";
import { readNameOwners } from "../../db/names.js";
import type { QueryField } from "../context.js";

export const get_discount_code_alias_exists: QueryField<"get_discount_code_alias_exists"> = async (
  _source,
  { codes, excludeDiscountId },
  context,
) => {
  const owners = await readNameOwners(context.read, codes.map(nameKey), excludeDiscountId);
  return codes.map((code) => {
    const discountCodeId = owners.get(nameKey(code)) ?? null;
    return { code, exists: discountCodeId !== null, discountCodeId };
  });
};
