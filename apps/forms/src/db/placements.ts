import { groupBy } from "@offergraph/service/db/group-by";
import type { Read } from "@offergraph/service/db/read";
import { raw, rowsById, sql } from "@offergraph/service/db/statement";
import type { ConnectionReferenceRow } from "@offergraph/service/replicas/queries";
import { newId } from "@offergraph/shared/time/ids";
import { Prisma } from "../generated/prisma/client.js";
import type { TimedTx, Tx } from "../tx.js";
import { claimCode, claimPublicKey, endAccessKeys, endPublicKeys } from "./access-keys.js";
import type { PlacementRow } from "./rows.js";

const columns = raw(`
  p.row_id AS "rowId", p.workspace_id AS "workspaceId", p.created_at AS "createdAt", p.updated_at AS "updatedAt", p.form_id AS "formId",
  p.channel_id AS "channelId", p.connection_id AS "connectionId", p.config, p.published, p.public_key AS "publicKey",
  p.secret_sealed IS NOT NULL AS "hasSecret",
  p.tier_note_text AS "tierNoteText", p.upsell_text AS "upsellText", p.qr, p.verified_at AS "verifiedAt", p.verify_problems AS "verifyProblems"`);

export function readPlacements(read: Read, ids: readonly string[]): Promise<PlacementRow[]> {
  return read<PlacementRow>(sql`SELECT ${columns} FROM ${rowsById("form_placements", ids)} p`);
}

export async function readPlacementsOf(read: Read, formIds: readonly string[]): Promise<Map<string, PlacementRow[]>> {
  const rows = await read<PlacementRow>(sql`
    SELECT ${columns} FROM form_placements p WHERE p.form_id = ANY(${formIds}::uuid[]) ORDER BY p.form_id, p.created_at, p.row_id`);
  return groupBy(rows, ({ formId }) => formId);
}

export async function lockPlacement(read: Read, id: string): Promise<PlacementRow | undefined> {
  const [placement] = await read<PlacementRow>(sql`SELECT ${columns} FROM form_placements p WHERE p.row_id = ${id}::uuid FOR UPDATE`);
  return placement;
}

export function readAllConnections(read: Read): Promise<ConnectionReferenceRow[]> {
  return read(
    sql`SELECT c.row_id AS "rowId", c.slug, c.name, c.provider FROM connection_references c WHERE NOT c.is_deleted ORDER BY c.slug, c.row_id`,
  );
}

export async function insertPlacement(
  tx: Tx,
  { config, ...placement }: Pick<PlacementRow, "formId" | "channelId" | "connectionId" | "config">,
): Promise<string> {
  const { prisma, workspaceId, now } = tx;
  const [rowId, shortLinkId] = [newId(), newId()];
  const publicKey = await claimPublicKey(tx, rowId);
  const unset = { published: false, verifyProblems: [] };
  const made = { workspaceId, createdAt: now };
  await prisma.formPlacement.createMany({
    data: [{ ...placement, ...unset, ...made, rowId, publicKey, updatedAt: now, config: config as Prisma.InputJsonObject }],
  });
  const code = await claimCode(tx, shortLinkId);
  await prisma.shortLink.createMany({ data: [{ ...made, rowId: shortLinkId, code, formPlacementId: rowId, disabled: false }] });
  return rowId;
}

/** Placement fields that mutations can change. Only `rotatePublicKey` changes the public key. */
export type PlacementChange = Partial<
  Pick<PlacementRow, "published" | "tierNoteText" | "upsellText" | "qr" | "verifiedAt" | "verifyProblems">
>;

export async function updatePlacement({ prisma, workspaceId, now }: Tx, rowId: string, change: PlacementChange): Promise<void> {
  const { qr, ...plain } = change;
  const style = qr !== undefined && { qr: qr === null ? Prisma.DbNull : { ...qr } };
  await prisma.formPlacement.updateMany({ where: { workspaceId, rowId }, data: { ...plain, ...style, updatedAt: now } });
}

export async function rotatePublicKey(tx: Tx, rowId: string): Promise<void> {
  const { prisma, workspaceId, now } = tx;
  await endPublicKeys(tx, sql`${rowId}::uuid`);
  const publicKey = await claimPublicKey(tx, rowId);
  await prisma.formPlacement.updateMany({ where: { workspaceId, rowId }, data: { publicKey, updatedAt: now } });
}

export async function deletePlacement(tx: Tx, rowId: string): Promise<void> {
  const { prisma, workspaceId } = tx;
  await endAccessKeys(tx, sql`${rowId}::uuid`);
  await prisma.formPlacement.deleteMany({ where: { workspaceId, rowId } });
}

/** Reads the valid encrypted secrets of a placement, the current secret first. */
export async function readSealedSecrets(read: Read, placementId: string, now: Date): Promise<string[]> {
  const [row] = await read<{ current: string | null; former: string | null }>(sql`
    SELECT p.secret_sealed AS current,
      CASE WHEN p.former_secret_ends_at > ${now.toISOString()}::timestamptz THEN p.former_secret_sealed END AS former
    FROM form_placements p WHERE p.row_id = ${placementId}::uuid`);
  return [row?.current, row?.former].filter((sealed) => sealed != null);
}

/** Replaces a placement's secret. The former secret stays valid until `formerEndsAt`. */
export async function replaceSecret(tx: TimedTx, rowId: string, sealed: string, formerEndsAt: Date): Promise<void> {
  await tx.sql(sql`
    UPDATE form_placements p SET former_secret_sealed = p.secret_sealed,
      former_secret_ends_at = CASE WHEN p.secret_sealed IS NOT NULL THEN ${formerEndsAt.toISOString()}::timestamptz END,
      secret_sealed = ${sealed}::text, updated_at = ${tx.now.toISOString()}::timestamptz
    WHERE p.workspace_id = ${tx.workspaceId}::uuid AND p.row_id = ${rowId}::uuid`);
}
