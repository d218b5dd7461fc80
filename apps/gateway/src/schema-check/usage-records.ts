import { readFile } from "node:fs/promises";
import type { Pool } from "pg";
import { z } from "zod";

/** Requests with one API key that used one part of the schema. */
const keyUse = z.object({
  coordinate: z.string(),
  keyId: z.string(),
  keyName: z.string().nullable(),
  /** Last characters of the key. */
  endsWith: z.string().nullable(),
  workspaceId: z.string(),
  /** Last day of use (UTC), as an ISO date. */
  lastDay: z.iso.date(),
  /** Approximate number of requests. */
  count: z.number(),
});

const usageFile = z.object({ recordedSince: z.iso.date().nullable(), uses: z.array(keyUse) });

export type KeyUse = z.infer<typeof keyUse>;
export type UsageFile = z.infer<typeof usageFile>;

export interface UsageRecords {
  /** Returns the first day with a record, as an ISO date. Returns null if no use was recorded. */
  recordedSince(): Promise<string | null>;
  /** Returns the uses on the day `from` or later. Without `coordinates`, returns the uses of all parts of the schema. */
  usesSince(from: string, coordinates?: readonly string[]): Promise<readonly KeyUse[]>;
}

const select = `
  SELECT coordinate, key_id AS "keyId", key_name AS "keyName", key_suffix AS "endsWith", workspace_id AS "workspaceId",
         max(day)::text AS "lastDay", sum(count)::float8 AS count
    FROM field_usage_lookups
   WHERE day >= $1::date AND ($2::text[] IS NULL OR coordinate = ANY ($2))
   GROUP BY coordinate, key_id, key_name, key_suffix, workspace_id
   ORDER BY coordinate, count DESC, key_id`;

/** Reads the records of all workspaces from the database of the workspace service, with the role of the gateway. */
export function usageInDatabase(pool: Pool): UsageRecords {
  return {
    async recordedSince() {
      const { rows } = await pool.query<{ day: string | null }>("SELECT min(day)::text AS day FROM field_usage_lookups");
      return rows[0]?.day ?? null;
    },
    async usesSince(from, coordinates) {
      const { rows } = await pool.query<KeyUse>(select, [from, coordinates ?? null]);
      return rows;
    },
  };
}

/** Reads the records from the output of `offergraph admin usage list --json`. */
export async function usageInFile(file: string): Promise<UsageRecords> {
  const parsed = usageFile.safeParse(JSON.parse(await readFile(file, "utf8")));
  if (!parsed.success) throw new Error(`${file} is not the output of \`admin usage list --json\`: ${z.prettifyError(parsed.error)}`);
  const { recordedSince, uses } = parsed.data;
  return {
    recordedSince: async () => recordedSince,
    usesSince: async (from, coordinates) =>
      uses.filter(({ coordinate, lastDay }) => lastDay >= from && (coordinates === undefined || coordinates.includes(coordinate))),
  };
}
