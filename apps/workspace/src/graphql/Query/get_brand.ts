import { readBrand } from "../../db/brands.js";
import { defaultBrand } from "../../services/brand/brand.js";
import type { QueryField } from "../context.js";

export const get_brand: QueryField<"get_brand"> = async (_source, _given, { read, principal }) =>
  (await readBrand(read)) ?? defaultBrand(principal.workspaceId);
