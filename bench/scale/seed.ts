import { createHash } from "node:crypto";
import type pg from "pg";
import { seedCodes } from "../../apps/discounts/src/testing/seed-codes.js";
import { seedOrders } from "../../apps/orders/src/testing/seed-orders.js";
import type { SystemFile } from "../../e2e/src/start-system.js";
import { connected, withoutIndexes } from "./without-indexes.js";

/** Row counts of the large workspace. Every system also has `smallWorkspaces` workspaces with `codesOfSmall` codes each. */
export interface Size {
  codes: number;
  orders: number;
  smallWorkspaces: number;
}

export const codesOfSmall = 60;

/** A later run finds the small workspaces by their constant ids. */
export function smallWorkspaceId(index: number): string {
  const hex = createHash("sha256").update(`small workspace ${index}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export interface KnownCode {
  id: string;
  name: string;
}

/** Inserts the records of a system, unless an earlier run has inserted them. Returns a sample of the workspace's codes. */
export async function seed(file: SystemFile, size: Size): Promise<KnownCode[]> {
  const { workspaceId } = file;
  const known = await connected(file.databaseUrls.discounts, (client) => seedDiscounts(client, workspaceId, size));
  await seedWorkspaces(file, size.smallWorkspaces);
  await connected(file.databaseUrls.orders, (client) => seedAttribution(client, workspaceId, size.orders, known));
  return known;
}

/** Inserts the codes of all workspaces. Returns 2,000 codes of the large workspace. */
export async function seedDiscounts(client: pg.Client, workspaceId: string, size: Size): Promise<KnownCode[]> {
  const query = (text: string, values?: unknown[]) => client.query(text, values);
  await query("SELECT set_config('app.workspace_id', $1, false)", [workspaceId]);
  const { rowCount } = await query("SELECT FROM discount_codes WHERE code LIKE 'SEED-%' LIMIT 1");
  if (!rowCount) {
    for (let index = 0; index < size.smallWorkspaces; index += 1)
      await seedCodes(query, { workspaceId: smallWorkspaceId(index), count: codesOfSmall });
    await withoutIndexes(client, "discount_codes", () =>
      withoutIndexes(client, "code_names", () => seedCodes(query, { workspaceId, count: size.codes })),
    );
    await query("VACUUM ANALYZE");
  }
  await query("SELECT set_config('app.workspace_id', $1, false)", [workspaceId]);
  const names = Array.from({ length: 2_000 }, (_, index) => nameOf(Math.floor((index * size.codes) / 2_000)));
  return (await query(sampledCodes, [names])).rows as KnownCode[];
}

/** Inserts orders and replicated codes into the database of the orders service. */
export async function seedAttribution(client: pg.Client, workspaceId: string, orders: number, known: readonly KnownCode[]): Promise<void> {
  const query = (text: string, values?: unknown[]) => client.query(text, values);
  await query("SELECT set_config('app.workspace_id', $1, false)", [workspaceId]);
  const { rowCount } = await query("SELECT FROM discount_code_names WHERE name_key LIKE 'seed-%' LIMIT 1");
  if (rowCount) return;
  await withoutIndexes(client, "orders", async () => void (await seedOrders(query, { workspaceId, count: orders, days: 365 })));
  await query("SELECT set_config('app.workspace_id', $1, false)", [workspaceId]);
  await query(otherReferences, [workspaceId, orders]);
  await query(knownReferences, [workspaceId, known.map(({ id }) => id)]);
  await query(knownNames, [workspaceId, known.map(({ id }) => id), known.map(({ name }) => name.toLowerCase())]);
  await query("VACUUM ANALYZE");
}

// A seeded code's number has at least 6 digits.
const nameOf = (index: number) => `SEED-${String(index + 1).padStart(6, "0")}`;
const sampledCodes = "SELECT row_id AS id, code AS name FROM discount_codes WHERE code = ANY($1::text[]) ORDER BY code";

// Replicates one code for each order.
const otherReferences = `
  WITH made AS (
    INSERT INTO discount_code_references (row_id, workspace_id, updated_at, is_deleted)
    SELECT uuidv7(), $1::uuid, now(), FALSE FROM generate_series(1, $2::int) RETURNING row_id
  )
  INSERT INTO discount_code_names (workspace_id, name_key, discount_code_id)
  SELECT $1::uuid, 'other-' || row_number() OVER (), row_id FROM made`;
const knownReferences = `
  INSERT INTO discount_code_references (row_id, workspace_id, updated_at, is_deleted)
  SELECT id, $1::uuid, now(), FALSE FROM unnest($2::uuid[]) AS id`;
const knownNames = `
  INSERT INTO discount_code_names (workspace_id, name_key, discount_code_id)
  SELECT $1::uuid, name, id FROM unnest($2::uuid[], $3::text[]) AS known(id, name)`;

/** Adds the small workspaces to the workspace service, because services look up workspaces. */
async function seedWorkspaces(file: SystemFile, count: number): Promise<void> {
  await connected(file.databaseUrls.workspace, async (client) => {
    for (let index = 0; index < count; index += 1) {
      const id = smallWorkspaceId(index);
      await client.query("SELECT set_config('app.workspace_id', $1, false)", [id]);
      await client.query(
        "INSERT INTO workspaces (workspace_id, name, created_at, updated_at) VALUES ($1, $2, now(), now()) ON CONFLICT DO NOTHING",
        [id, `Small ${index}`],
      );
    }
  });
}
