import { discountCodeUpdated } from "@offergraph/shared/events/catalog/discounts";
import { newId } from "@offergraph/shared/time/ids";
import { readNameOwners, readRecords } from "../data/discount-codes.js";
import { completed, type DiscountCodeFields } from "../domain/fields.js";
import { nameKey } from "../domain/name-key.js";
import { eventDataOf } from "../events/publish.js";
import { createCode } from "../writes/create-code.js";
import { prepare } from "../writes/prepare.js";
import type { CodeWrite } from "../writes/write.js";
import { bodyOf, demoCodes } from "./codes.js";

const partners = [
  { name: "Wave Crew", handle: "wavecrew" },
  { name: "Nordlicht Media", handle: "nordlicht" },
];
const store = { slug: "corner-shop", name: "The corner shop", provider: "manual" };

/** Fills a workspace with demo data by the same rules and events as the API's writes; what is there already is left alone. Returns how many codes it made. */
export async function seedDemo(write: CodeWrite): Promise<number> {
  const connectionId = await ensureStore(write);
  const partnerIds = new Map<string, string>();
  for (const partner of partners) partnerIds.set(partner.handle, await ensurePartner(write, partner));
  const known = await readNameOwners(
    write.read,
    demoCodes.map(({ code }) => nameKey(code)),
  );
  const missing = demoCodes.filter(({ code }) => !known.has(nameKey(code)));
  for (const sketch of missing) {
    const wanted = { body: bodyOf(sketch, write.now), connectionId: sketch.placed ? connectionId : undefined, path: [sketch.code] };
    const prepared = await prepare(write, wanted, { creating: true, current: undefined, complete: completed });
    write.check();
    const { rowId } = await createCode(write, prepared, completed(prepared.patch) as DiscountCodeFields);
    if (sketch.partner) await assignPartner(write, rowId, partnerIds.get(sketch.partner) ?? null);
  }
  return missing.length;
}

async function ensureStore({ transaction, workspaceId, now }: CodeWrite): Promise<string> {
  const known = await transaction.connection.findFirst({ where: { workspaceId, slug: store.slug } });
  const { rowId } = known ?? (await transaction.connection.create({ data: { rowId: newId(), workspaceId, createdAt: now, ...store } }));
  return rowId;
}

async function ensurePartner({ transaction, workspaceId }: CodeWrite, { name, handle }: { name: string; handle: string }): Promise<string> {
  const known = await transaction.partner.findFirst({ where: { workspaceId, handleKey: handle } });
  const { rowId } = known ?? (await transaction.partner.create({ data: { rowId: newId(), workspaceId, name, handle, handleKey: handle } }));
  return rowId;
}

async function assignPartner(write: CodeWrite, rowId: string, partnerId: string | null): Promise<void> {
  const { transaction, workspaceId } = write;
  await transaction.discountCode.updateMany({ where: { workspaceId, rowId }, data: { partnerId } });
  const [record] = await readRecords(write.read, [rowId]);
  if (record) write.emit(discountCodeUpdated, rowId, { ...eventDataOf(record), changed: ["partnerId"] });
}
