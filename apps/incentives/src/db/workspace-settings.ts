import type { PlainRow } from "@offergraph/service/db/plain-row";
import type { Read } from "@offergraph/service/db/read";
import { sql } from "@offergraph/service/db/statement";
import type { WorkspaceSettings } from "../generated/prisma/client.js";
import type { Db } from "../tx.js";

type Settings = PlainRow<Pick<WorkspaceSettings, "updatedAt" | "defaultTrustFloor">>;

/** Stores settings, unless the stored settings are newer. Replaces settings with the same time, because events arrive in order. */
export async function keepSettings(tx: Db, { updatedAt, defaultTrustFloor }: Settings): Promise<void> {
  await tx.sql(sql`
    INSERT INTO workspace_settings AS kept (workspace_id, updated_at, default_trust_floor)
    VALUES (${tx.workspaceId}::uuid, ${updatedAt}::timestamptz, ${defaultTrustFloor}::double precision)
    ON CONFLICT (workspace_id) DO UPDATE
    SET updated_at = excluded.updated_at, default_trust_floor = excluded.default_trust_floor WHERE kept.updated_at <= excluded.updated_at`);
}

// Minimum value of minTrustScore. A lower default has no effect.
const lowest = 0.4;

/** Reads the minTrustScore of new incentives; null if the workspace has none. */
export async function readDefaultTrustFloor(read: Read): Promise<number | null> {
  const [row] = await read<{ floor: number | null }>(sql`SELECT s.default_trust_floor AS floor FROM workspace_settings s`);
  const floor = row?.floor ?? null;
  return floor !== null && floor >= lowest ? floor : null;
}
