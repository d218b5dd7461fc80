import { readGrantList } from "../../db/grant-page.js";
import { warningsOfGrants } from "../../domain/warnings.js";
import type { QueryResolvers } from "../../generated/types.js";

export const list_grants: NonNullable<QueryResolvers["list_grants"]> = async (_source, given, context) => {
  const page = await readGrantList(context, given);
  context.warn("list_grants", warningsOfGrants(page.nodes));
  return page;
};
