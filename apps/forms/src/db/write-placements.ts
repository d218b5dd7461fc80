import { sql } from "@offergraph/service/db/statement";
import { newId } from "@offergraph/shared/time/ids";
import { Prisma } from "../generated/prisma/client.js";
import type { Tx } from "../tx.js";
import { claimCode, claimPublicKey, endAccessKeys, endPublicKeys } from "./access-keys.js";
import type { PlacementRow } from "./rows.js";

/** Fields of a placement that can change; `rotatePublicKey` changes the public key. */
export type PlacementChange = Partial<
  Pick<PlacementRow, "published" | "tierNoteText" | "upsellText" | "qr" | "verifiedAt" | "verifyProblems">
>;

/** Inserts an unpublished placement with a public key and a short link; returns its id. */
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

export async function updatePlacement({ prisma, workspaceId, now }: Tx, rowId: string, change: PlacementChange): Promise<void> {
  const { qr, ...plain } = change;
  const style = qr !== undefined && { qr: qr === null ? Prisma.DbNull : { ...qr } };
  await prisma.formPlacement.updateMany({ where: { workspaceId, rowId }, data: { ...plain, ...style, updatedAt: now } });
}

/** Replaces a placement's public key; the former one ends. */
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
