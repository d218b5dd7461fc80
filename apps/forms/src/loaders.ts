import { sql } from "@offergraph/shared/database/statement";
import { rowLoader } from "@offergraph/shared/subgraph/reference";
import type { Context } from "./context.js";
import { formColumns, placementColumns, responseColumns, shortLinkColumns } from "./data/columns.js";
import type { FormRow, PlacementRow, ResponseRow, ShortLinkRow } from "./data/rows.js";

// What one request loads of many records: each kind in one statement, however long the list that asks.

export const formById = rowLoader("forms", (context: Context, ids) =>
  context.read<FormRow>(sql`SELECT ${formColumns} FROM forms f WHERE f.row_id = ANY(${ids}::uuid[])`),
);
export const placementById = rowLoader("placements", (context: Context, ids) =>
  context.read<PlacementRow>(sql`SELECT ${placementColumns} FROM form_placements p WHERE p.row_id = ANY(${ids}::uuid[])`),
);
export const shortLinkById = rowLoader("short links", (context: Context, ids) =>
  context.read<ShortLinkRow>(sql`SELECT ${shortLinkColumns} FROM short_links l WHERE l.row_id = ANY(${ids}::uuid[])`),
);
export const responseById = rowLoader("responses", (context: Context, ids) =>
  context.read<ResponseRow>(sql`SELECT ${responseColumns} FROM form_responses r WHERE r.row_id = ANY(${ids}::uuid[])`),
);
