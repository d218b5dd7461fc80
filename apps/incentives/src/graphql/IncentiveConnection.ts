import { raw, sql } from "@offergraph/service/db/statement";
import { connectionResolvers } from "@offergraph/service/filters/connection";
import { readGrantPage } from "../db/grant-page.js";
import { grantStates } from "../domain/ranks.js";
import type { IncentiveConnectionResolvers } from "../generated/types.js";

// A literal, not a parameter: PostgreSQL uses the partial index only for a literal.
const isHeld = sql`g.state = ${raw(String(grantStates.indexOf("HELD")))}`;

export const IncentiveConnection: IncentiveConnectionResolvers = {
  ...connectionResolvers,
  heldGrants: (_page, given, context) => readGrantPage(context, "heldGrants", isHeld, given),
};
