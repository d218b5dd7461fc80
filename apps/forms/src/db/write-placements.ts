import { sql } from "@offergraph/service/db/statement";
import { newId } from "@offergraph/shared/time/ids";
import { Prisma } from "../generated/prisma/client.js";
import { claimCode, claimPublicKey, endAccessKeys, endPublicKeys } from "./access-keys.js";
import type { PlacementRow } from "./rows.js";
import type { Writing } from "./transaction.js";

/** Fields of a placement that can change; `rotatePublicKey` changes the public key. */
export type PlacementChange = Partial<
  Pick<PlacementRow, "published" | "tierNoteText" | "upsellText" | "qr" | "verifiedAt" | "verifyProblems">
>;

/** Inserts an unpublished placement with a public key and a short link; returns its id. */
export async function insertPlacement(
  writing: Writing,
  { config, ...placement }: Pick<PlacementRow, "formId" | "channelId" | "connectionId" | "config">,
): Promise<string> {
  const { transaction, workspaceId, now } = writing;
  const [rowId, shortLinkId] = [newId(), newId()];
  const publicKey = await claimPublicKey(writing, rowId);
  const unset = { published: false, verifyProblems: [] };
  const made = { workspaceId, createdAt: now };
  await transaction.formPlacement.createMany({
    data: [{ ...placement, ...unset, ...made, rowId, publicKey, updatedAt: now, config: config as Prisma.InputJsonObject }],
  });
  const code = await claimCode(writing, shortLinkId);
  await transaction.shortLink.createMany({ data: [{ ...made, rowId: shortLinkId, code, formPlacementId: rowId, disabled: false }] });
  return rowId;
}

/** Updates the given fields of a placement. */
export async function updatePlacement({ transaction, workspaceId, now }: Writing, rowId: string, change: PlacementChange): Promise<void> {
  const { qr, ...plain } = change;
  const style = qr !== undefined && { qr: qr === null ? Prisma.DbNull : { ...qr } };
  await transaction.formPlacement.updateMany({ where: { workspaceId, rowId }, data: { ...plain, ...style, updatedAt: now } });
}

/** Replaces a placement's public key; the former one ends. */
export async function rotatePublicKey(writing: Writing, rowId: string): Promise<void> {
  const { transaction, workspaceId, now } = writing;
  await endPublicKeys(writing, sql`${rowId}::uuid`);
  const publicKey = await claimPublicKey(writing, rowId);
  await transaction.formPlacement.updateMany({ where: { workspaceId, rowId }, data: { publicKey, updatedAt: now } });
}

/** Deletes a placement with its short link. */
export async function deletePlacement(writing: Writing, rowId: string): Promise<void> {
  const { transaction, workspaceId } = writing;
  await endAccessKeys(writing, sql`${rowId}::uuid`);
  await transaction.formPlacement.deleteMany({ where: { workspaceId, rowId } });
}
