import { readIncentivePage } from "../../db/pages.js";
import type { QueryResolvers } from "../../generated/types.js";

export const list_incentives: NonNullable<QueryResolvers["list_incentives"]> = (_source, given, context) =>
  readIncentivePage(context, given);
