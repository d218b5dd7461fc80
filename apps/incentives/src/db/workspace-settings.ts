import type { PlainRow } from "@offergraph/service/db/plain-row";
import type { Read } from "@offergraph/service/db/read";
import { sql } from "@offergraph/service/db/statement";
import type { WorkspaceSettings } from "../generated/prisma/client.js";
import type { Db } from "../tx.js";

type Settings = PlainRow<Pick<WorkspaceSettings, "updatedAt" | "defaultTrustFloor">>;

/** Stores settings unless the stored settings are newer. */
export async function keepSettings(tx: Db, { updatedAt, defaultTrustFloor }: Settings): Promise<void> {
  await tx.sql(sql`
    INSERT INTO workspace_settings AS kept (workspace_id, updated_at, default_trust_floor)
    VALUES (${tx.workspaceId}::uuid, ${updatedAt}::timestamptz, ${defaultTrustFloor}::double precision)
    ON CONFLICT (workspace_id) DO UPDATE
    SET updated_at = excluded.updated_at, default_trust_floor = excluded.default_trust_floor WHERE kept.updated_at <= excluded.updated_at`);
}

/** True if the workspace's settings have arrived. */
export async function hasSettings(read: Read): Promise<boolean> {
  return (await read(sql`SELECT 1 AS found FROM workspace_settings`)).length > 0;
}

// A default `minTrustScore` below this value has no effect.
const lowest = 0.4;

/** Reads the default `minTrustScore` of new incentives. Returns null if the default is missing or too low. */
export async function readDefaultTrustFloor(read: Read): Promise<number | null> {
  const [row] = await read<{ floor: number | null }>(sql`SELECT s.default_trust_floor AS floor FROM workspace_settings s`);
  const floor = row?.floor ?? null;
  return floor !== null && floor >= lowest ? floor : null;
}
