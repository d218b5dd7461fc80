import { listLoader, rowLoader } from "@offergraph/service/subgraph/reference";
import { readForms } from "../db/forms.js";
import { readAllConnections, readPlacements, readPlacementsOf } from "../db/placements.js";
import { readResponses } from "../db/response-list.js";
import { readOffersOf } from "../db/rewards.js";
import type { ShortLinkRow } from "../db/rows.js";
import { readShortLinks, readShortLinksOf } from "../db/short-links.js";
import { readTriggersOf } from "../db/triggers.js";
import type { Context } from "./context.js";

// Each loader reads the records for all fields of a GraphQL request with one SQL statement.

export const formById = rowLoader("forms", (context: Context, ids) => readForms(context.read, ids));
export const placementById = rowLoader("placements", (context: Context, ids) => readPlacements(context.read, ids));
export const shortLinkById = rowLoader("short links", (context: Context, ids) => readShortLinks(context.read, ids));
export const responseById = rowLoader("responses", (context: Context, ids) => readResponses(context.read, ids));

export const placementsOf = listLoader("placements of forms", (context: Context, ids) => readPlacementsOf(context.read, ids));
export const triggersOf = listLoader("triggers of forms", (context: Context, ids) => readTriggersOf(context.read, ids));

export const offersOf = listLoader("promises of forms", (context: Context, ids) => readOffersOf(context.read, ids));

const shortLinksOf = listLoader("short links of placements", (context: Context, ids) => readShortLinksOf(context.read, ids));

export async function shortLinkOf(context: Context, placementId: string): Promise<ShortLinkRow | null> {
  const [shortLink] = await shortLinksOf(context, placementId);
  return shortLink ?? null;
}

const connectionsOf = listLoader(
  "connections of the workspace",
  async (context: Context, [workspaceId = ""]) => new Map([[workspaceId, await readAllConnections(context.read)]]),
);

export const allConnections = (context: Context) => connectionsOf(context, context.principal.workspaceId);
