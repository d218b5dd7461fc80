import { selectedOf } from "@offergraph/service/db/selected-columns";
import { listLoader, rowLoader } from "@offergraph/service/subgraph/reference";
import { readCodeStates } from "../db/code-states.js";
import { readDeletedConnections } from "../db/connections.js";
import { readBalances, readEntitlements } from "../db/customer-lists.js";
import { readGrantsOfOrders, readGrantsOfResponses } from "../db/grant-lists.js";
import { readGrants } from "../db/grants.js";
import { readIncentives, readIncentivesOf } from "../db/incentives.js";
import { grantColumnsOf } from "../db/rows.js";
import { readRulesOf } from "../db/rules.js";
import { readShownIncentives } from "../db/shown-incentives.js";
import { readSpends } from "../db/spending.js";
import type { Context } from "./context.js";

// Loaders of a request. Each loader reads all requested records of a kind with one statement.

const columnsOfGrants = (context: Context) => grantColumnsOf(selectedOf(context, "Grant"));

export const incentiveById = rowLoader("incentives", (context: Context, ids) => readIncentives(context.read, ids));
export const shownIncentiveById = rowLoader("incentives with data for warnings", (context: Context, ids) =>
  readShownIncentives(context.read, ids),
);
export const grantById = rowLoader("grants", (context: Context, ids) => readGrants(context.read, ids, columnsOfGrants(context)));
export const codeStateById = rowLoader("discount codes of rules", async (context: Context, ids) =>
  [...(await readCodeStates(context.read, ids))].map(([rowId, state]) => ({ rowId, ...state })),
);
export const deletedConnectionById = rowLoader("deleted connections of rules", async (context: Context, ids) =>
  [
    ...(await readDeletedConnections(
      context.read,
      ids.map((connectionId) => ({ connectionId })),
    )),
  ].map((rowId) => ({ rowId })),
);
export const rulesOf = listLoader("rules of incentives", (context: Context, ids) => readRulesOf(context.read, ids));
export const incentivesOf = listLoader("incentives of forms", (context: Context, ids) => readIncentivesOf(context.read, ids));
/** Oldest first. */
export const grantsOfResponse = listLoader("grants of responses", (context: Context, ids) =>
  readGrantsOfResponses(context.read, ids, columnsOfGrants(context)),
);
/** Oldest first. */
export const grantsOfOrder = listLoader("grants of orders", (context: Context, ids) =>
  readGrantsOfOrders(context.read, ids, columnsOfGrants(context)),
);
export const spendById = rowLoader("spends of credit", (context: Context, ids) => readSpends(context.read, ids));
export const balancesOf = listLoader("credit balances", (context: Context, ids) => readBalances(context.read, ids, context.clock.now()));
export const entitlementsOf = listLoader("entitlements of customers", (context: Context, ids) =>
  readEntitlements(context.read, ids, context.clock.now()),
);
