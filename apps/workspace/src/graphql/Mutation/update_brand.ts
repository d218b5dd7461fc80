import { brandLogoChanged, brandUpdated } from "@offergraph/shared/contracts/events/workspace";
import { readBrandInput } from "../../domain/brand.js";
import { changeBrand } from "../../services/brand/brand.js";
import { type MutationField, mutation } from "../../tx.js";

export const update_brand: MutationField<"update_brand"> = mutation({ emits: [brandUpdated, brandLogoChanged] }, async (tx, { input }) => {
  const change = readBrandInput(input, tx.errors);
  tx.check();
  return { brand: await changeBrand(tx, change) };
});
