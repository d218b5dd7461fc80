import { listLoader, rowLoader } from "@offergraph/service/subgraph/reference";
import type { Ref } from "@offergraph/shared/schema/ref";
import { readCampaignPerformances, readCampaigns } from "../db/campaigns.js";
import { readChanges } from "../db/changes.js";
import { readConnections } from "../db/connections.js";
import { readSelectedCodes, readShownCodes } from "../db/discount-codes.js";
import { readAliasesOf, readIdsByName } from "../db/names.js";
import { readPartners } from "../db/partners.js";
import { readPlacementRows, readPlacementsOf, readTargetsOf } from "../db/placements.js";
import { readPostIdsOf, readPosts } from "../db/posts.js";
import type { PostRow } from "../db/rows.js";
import { readTagColors } from "../db/tags.js";
import { readCodeRef } from "../domain/names.js";
import type { TagColor } from "../generated/types.js";
import type { Context } from "./context.js";

// Each loader reads the records for all fields of a GraphQL request with one SQL statement.

export const codeById = rowLoader("codes", (context: Context, ids) => readSelectedCodes(context.read, ids, context));
export const shownCodeById = rowLoader("codes with data for warnings", (context: Context, ids) => readShownCodes(context.read, ids));
export const placementById = rowLoader("placements", (context: Context, ids) => readPlacementRows(context.read, ids));
export const changeById = rowLoader("changes", (context: Context, ids) => readChanges(context.read, ids));
export const connectionById = rowLoader("connections", (context: Context, ids) => readConnections(context.read, ids));
export const campaignById = rowLoader("campaigns", (context: Context, ids) => readCampaigns(context.read, ids));
export const performanceById = rowLoader("performances", (context: Context, ids) => readCampaignPerformances(context.read, ids));
export const partnerById = rowLoader("partners", (context: Context, ids) => readPartners(context.read, ids));

export const postById = rowLoader("posts", (context: Context, ids) => readPosts(context.read, ids));

export const aliasesOf = listLoader("aliases", (context: Context, ids) => readAliasesOf(context.read, ids));
export const placementsOf = listLoader("placements of codes", (context: Context, ids) => readPlacementsOf(context.read, ids));
export const targetsOf = listLoader("targets of placements", (context: Context, ids) => readTargetsOf(context.read, ids));

export async function tagColorsOf(context: Context, names: readonly string[]): Promise<Map<string, TagColor>> {
  const loader = context.load<string, TagColor>("tag colors", async (missing) => {
    const colors = await readTagColors(context.read, missing);
    return missing.map((name) => colors.get(name) ?? "default");
  });
  const colors = await Promise.all(names.map((name) => loader.load(name)));
  return new Map(names.map((name, index) => [name, colors[index] ?? "default"]));
}

export async function postOfCode(context: Context, codeId: string): Promise<PostRow | null> {
  const loader = context.load<string, string | null>("posts of codes", async (ids) => {
    const postIds = await readPostIdsOf(context.read, ids);
    return ids.map((id) => postIds.get(id) ?? null);
  });
  const postId = await loader.load(codeId);
  return postId === null ? null : postById(context, postId);
}

/**
 * Returns the id of the discount code to which a Ref refers, or null if no code has the name. Returns an id unchanged, without checking
 * that the code exists.
 */
export async function codeIdOf(context: Context, ref: Ref): Promise<string | null> {
  const meant = readCodeRef(ref);
  if ("id" in meant) return meant.id;
  const loader = context.load<string, string | null>("codes by name", async (keys) => {
    const ids = await readIdsByName(context.read, keys);
    return keys.map((key) => ids.get(key) ?? null);
  });
  return loader.load(meant.key);
}
