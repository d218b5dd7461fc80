import { readGrantList } from "../../db/grant-page.js";
import type { QueryResolvers } from "../../generated/types.js";

export const list_grants: NonNullable<QueryResolvers["list_grants"]> = (_source, given, context) => readGrantList(context, given);
