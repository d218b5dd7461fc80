import { kinds } from "../../domain/kinds.js";
import type { QueryResolvers } from "../../generated/types.js";

export const get_incentive_kinds: NonNullable<QueryResolvers["get_incentive_kinds"]> = () =>
  kinds.map(({ slug, name, description, termsSchema }) => ({ slug, name, description, termsSchema }));
