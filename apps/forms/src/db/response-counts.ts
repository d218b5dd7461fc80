import type { Read } from "@offergraph/service/db/read";
import { raw, type Statement, sql } from "@offergraph/service/db/statement";
import { offsetsInZone } from "@offergraph/shared/time/zone-days";
import { responseStatuses } from "../domain/ordinals.js";
import type { DayCounts, PlacementCounts } from "../domain/response-counts.js";
import type { Window } from "../domain/response-window.js";
import { responsesTable } from "./response-list.js";
import type { FormRow, ResponsePage } from "./rows.js";

const byStatus = responseStatuses.map(
  (status, ordinal) => `count(*) FILTER (WHERE c.status = ${ordinal})::integer AS ${status.toLowerCase()}`,
);
const counts = raw(`count(*)::integer AS total, ${byStatus.join(", ")}, count(*) FILTER (WHERE c.attributed)::integer AS attributed`);

/**
 * SQL expression for a response's creation date in the given time zone. Uses UTC offsets instead of the zone's name, because PostgreSQL may
 * not know the zone.
 */
export function dayIn(timeZone: string): Statement {
  const { changes, seconds } = offsetsInZone(timeZone);
  const offset = sql`(${seconds}::integer[])[1 + width_bucket(r.created_at, ${changes}::timestamptz[])]`;
  return sql`((r.created_at AT TIME ZONE 'UTC') + make_interval(secs => ${changes.length === 0 ? sql`${seconds[0]}::integer` : offset}))::date`;
}

export interface SurfaceCounts {
  days: DayCounts[];
  placements: PlacementCounts[];
}

type GroupRow = DayCounts & PlacementCounts & { isDay: boolean };

/** Counts the responses that match `where` by day and by placement. One scan computes both results, so that the totals are equal. */
export async function readSurfaceCounts(read: Read, where: Statement, timeZone: string): Promise<SurfaceCounts> {
  const rows = await read<GroupRow>(sql`
    SELECT grouping(c.day) = 0 AS "isDay", c.day, c.placement AS "placementId", ${counts} FROM (
      SELECT ${dayIn(timeZone)} AS day, r.form_placement_id AS placement, r.status, r.discount_code_id IS NOT NULL OR r.partner_id IS NOT NULL AS attributed
      FROM ${responsesTable} WHERE ${where}
    ) AS c GROUP BY GROUPING SETS ((c.day), (c.placement)) ORDER BY c.day`);
  return { days: rows.filter(({ isDay }) => isDay), placements: rows.filter(({ isDay }) => !isDay) };
}

/**
 * Counts the responses that match `where` by day, earliest day first. `attributed` is the SQL condition that selects attributed responses.
 */
export function readDayCounts(read: Read, where: Statement, attributed: Statement, timeZone: string): Promise<DayCounts[]> {
  return read<DayCounts>(sql`
    SELECT c.day, ${counts} FROM (
      SELECT ${dayIn(timeZone)} AS day, r.status, ${attributed} AS attributed FROM ${responsesTable} WHERE ${where}
    ) AS c GROUP BY c.day ORDER BY c.day`);
}

/** Returns true if the workspace has the discount code, or if a response refers to the code. */
export async function isKnownCode(read: Read, id: string): Promise<boolean> {
  const [row] = await read<{ isKnown: boolean }>(sql`
    SELECT EXISTS (SELECT FROM discount_code_references d WHERE d.row_id = ${id}::uuid)
      OR EXISTS (SELECT FROM form_responses r WHERE r.discount_code_id = ${id}::uuid) AS "isKnown"`);
  return row?.isKnown === true;
}

/** A form's responses within a time window. Resolvers call only the functions of selected fields. */
export interface ResponsesSurface extends Window {
  form: FormRow;
  days: string[];
  readResponses(): Promise<ResponsePage>;
  readCounts(): Promise<SurfaceCounts>;
}
