import type { Read } from "@offergraph/service/db/read";
import { sql } from "@offergraph/service/db/statement";
import type { TimedTx } from "../tx.js";

/** Views of one form at one placement on one UTC day. */
export interface CountedViews {
  formId: string;
  placementId: string;
  day: string;
  count: number;
}

/** Adds views to the stored counts, in primary key order to prevent deadlocks. Skips deleted forms. */
export async function addFormViews(tx: TimedTx, views: readonly CountedViews[]): Promise<void> {
  const column = <Name extends keyof CountedViews>(name: Name) => views.map((view) => view[name]);
  await tx.sql(sql`
    INSERT INTO form_views AS kept (workspace_id, form_id, day, placement_id, updated_at, count)
    SELECT ${tx.workspaceId}::uuid, f.row_id, v.day, v.placement_id, ${tx.now.toISOString()}::timestamptz, v.count
    FROM unnest(${column("formId")}::uuid[], ${column("day")}::date[], ${column("placementId")}::uuid[], ${column("count")}::bigint[])
      AS v (form_id, day, placement_id, count)
    JOIN forms f ON f.row_id = v.form_id
    ORDER BY v.form_id, v.day, v.placement_id
    ON CONFLICT (workspace_id, form_id, day, placement_id) DO UPDATE
    SET count = kept.count + excluded.count, updated_at = GREATEST(kept.updated_at, excluded.updated_at)`);
}

export interface PlacementCount {
  placementId: string;
  total: number;
}

export interface FormViewCounts {
  total: number;
  byPlacement: PlacementCount[];
  byDay: { day: string; views: number }[];
}

interface GroupRow {
  day: string | null;
  placementId: string | null;
  count: number;
}

/**
 * Counts a form's views between the UTC days `first` and `last`, inclusive. Returns the total, the counts by placement (highest first) and
 * the counts by day.
 */
export async function readFormViews(read: Read, formId: string, first: string, last: string): Promise<FormViewCounts> {
  // LEAST keeps a count within the range of the GraphQL type Int.
  const rows = await read<GroupRow>(sql`
    SELECT v.day, v.placement_id AS "placementId", LEAST(COALESCE(sum(v.count), 0), 2147483647)::integer AS count
    FROM form_views v WHERE v.form_id = ${formId}::uuid AND v.day BETWEEN ${first}::date AND ${last}::date
    GROUP BY GROUPING SETS ((v.day), (v.placement_id), ()) ORDER BY count DESC, v.placement_id`);
  return {
    total: rows.find(({ day, placementId }) => day === null && placementId === null)?.count ?? 0,
    byPlacement: rows.flatMap(({ placementId, count: total }) => (placementId === null ? [] : { placementId, total })),
    byDay: rows.flatMap(({ day, count: views }) => (day === null ? [] : { day, views })),
  };
}

export async function deleteFormViewsBefore(tx: TimedTx, day: string): Promise<void> {
  await tx.sql(sql`DELETE FROM form_views v WHERE v.day < ${day}::date`);
}
