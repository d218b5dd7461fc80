import { listLoader, rowLoader } from "@offergraph/shared/subgraph/reference";
import type { Context } from "./context.js";
import { readAliasesOf, readCodes, readTagColors } from "./data/discount-codes.js";
import { readConnections, readPartners, readPlacementRows, readPlacementsOf, readTargetsOf } from "./data/placements.js";
import type { TagColor } from "./generated/types.js";

// What one request loads of many records: each kind in one statement, however long the list that asks.

export const codeById = rowLoader("codes", (context: Context, ids) => readCodes(context.read, ids));
export const placementById = rowLoader("placements", (context: Context, ids) => readPlacementRows(context.read, ids));
export const connectionById = rowLoader("connections", (context: Context, ids) => readConnections(context.read, ids));
export const partnerById = rowLoader("partners", (context: Context, ids) => readPartners(context.read, ids));

export const aliasesOf = listLoader("aliases", (context: Context, ids) => readAliasesOf(context.read, ids));
export const placementsOf = listLoader("placements of codes", (context: Context, ids) => readPlacementsOf(context.read, ids));
export const targetsOf = listLoader("targets of placements", (context: Context, ids) => readTargetsOf(context.read, ids));

/** The colours of a code's tags, by name. */
export async function tagColorsOf(context: Context, names: readonly string[]): Promise<Map<string, TagColor>> {
  const loader = context.load<string, TagColor>("tag colours", async (wanted) => {
    const colors = await readTagColors(context.read, wanted);
    return wanted.map((name) => colors.get(name) ?? "default");
  });
  const colors = await Promise.all(names.map((name) => loader.load(name)));
  return new Map(names.map((name, index) => [name, colors[index] ?? "default"]));
}
