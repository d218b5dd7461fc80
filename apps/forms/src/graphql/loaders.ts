import { selectedOf } from "@offergraph/service/db/selected-columns";
import { listLoader, rowLoader } from "@offergraph/service/subgraph/reference";
import { BadUserInput, PublicError } from "@offergraph/shared/errors/public-error";
import { readForms } from "../db/forms.js";
import { readAllConnections, readPlacements, readPlacementsOf } from "../db/placements.js";
import { readAnswers, readResponses, readShownResponses } from "../db/response-list.js";
import { responseColumnsOf } from "../db/responses.js";
import { readOffersOf } from "../db/rewards.js";
import type { ShortLinkRow } from "../db/rows.js";
import { readShortLinks, readShortLinksOf } from "../db/short-links.js";
import { readTriggersOf } from "../db/triggers.js";
import type { Json } from "../domain/draft-walk.js";
import type { Context } from "./context.js";

// Each loader reads the records for all fields of a GraphQL request with one SQL statement. Only the loader for answers may run several
// statements.

export const formById = rowLoader("forms", (context: Context, ids) => readForms(context.read, ids));
export const placementById = rowLoader("placements", (context: Context, ids) => readPlacements(context.read, ids));
export const shortLinkById = rowLoader("short links", (context: Context, ids) => readShortLinks(context.read, ids));
export const responseById = rowLoader("responses", (context: Context, ids) =>
  readResponses(context.read, ids, responseColumnsOf(selectedOf(context, "FormResponse"))),
);
export const shownResponseById = rowLoader("responses with data for warnings", (context: Context, ids) =>
  readShownResponses(context.read, ids),
);

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

// Maximum size of the answers in one request. The answers of one response can have more than 256 KiB, and a page has up to 1,000 responses.
const maxBytes = 16 * 1024 * 1024;
const responsesPerStatement = 50;

/** Loads the answers of a response. Throws BadUserInput if the answers in the request are too large. */
export function answersById(context: Context, responseId: string): Promise<Json> {
  let bytes = 0;
  let turn: Promise<unknown> = Promise.resolve();
  const read = async (ids: readonly string[]): Promise<(Json | Error)[]> => {
    const found = new Map<string, Json>();
    for (let start = 0; start < ids.length; start += responsesPerStatement) {
      for (const row of await readAnswers(context.read, ids.slice(start, start + responsesPerStatement), maxBytes - bytes)) {
        if (row.answers === null) throw tooLong();
        bytes += row.bytes;
        found.set(row.rowId, row.answers);
      }
    }
    return ids.map((id) => found.get(id) ?? deleted());
  };
  // Loads lists one after another, so that the size limit applies to the sum of the lists.
  const loader = context.load<string, Json>("answers of responses", (ids) => {
    const result = turn.then(() => read(ids));
    turn = result.catch(() => undefined);
    return result;
  });
  return loader.load(responseId);
}

function tooLong(): BadUserInput {
  const message = `The answers in a response of the API can have at most ${maxBytes / 1024 / 1024} MiB. Request shorter pages with \`first\`.`;
  return new BadUserInput("first", message);
}

function deleted(): PublicError {
  return new PublicError("NOT_FOUND", "The response was deleted during the request. Repeat the request.");
}
