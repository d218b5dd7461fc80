import { query } from "@offergraph/service/subgraph/query";
import { readGrantList } from "../../db/grant-page.js";
import { grantWarnings, warningsOfGrants } from "../../domain/warnings.js";
import type { WarningQueryField } from "../context.js";

export const list_grants: WarningQueryField<"list_grants"> = query({ warns: grantWarnings }, async (given, context, warn) => {
  const page = await readGrantList(context, given);
  warn(...warningsOfGrants(page.nodes));
  return page;
});
