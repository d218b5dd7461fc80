import { kinds } from "../../domain/kinds.js";
import type { QueryResolvers } from "../../generated/types.js";

/** The kinds of reward, and what the terms of each have to be. */
export const get_incentive_kinds: NonNullable<QueryResolvers["get_incentive_kinds"]> = () =>
  kinds.map(({ slug, name, description, termsSchema }) => ({ slug, name, description, termsSchema }));
