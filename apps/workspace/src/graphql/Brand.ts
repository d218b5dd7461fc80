import type { BrandResolvers } from "../generated/types.js";
import { logoOf } from "../services/brand/brand.js";

export const Brand: BrandResolvers = {
  logo: logoOf,
};
