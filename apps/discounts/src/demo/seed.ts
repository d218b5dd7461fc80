import { nameKey } from "@offergraph/shared/schema/name-key";
import type { ConnectionTarget } from "../cli/store-reach.js";
import { readCampaignByName } from "../db/campaigns.js";
import { readConnectionIdBySlug } from "../db/connections.js";
import { readNameOwners } from "../db/discount-codes.js";
import { readPartnerIdsByName } from "../db/placements.js";
import { type DiscountCodeFields, withDefaults } from "../domain/fields.js";
import { addCampaign, assignCampaign } from "../services/campaigns/campaigns.js";
import { createCode } from "../services/codes/create-code.js";
import { prepare } from "../services/codes/prepare.js";
import type { CodeWrite } from "../services/codes/write.js";
import { addConnection, type WantedConnection } from "../services/connections/add-connection.js";
import { addPartner, assignPartner } from "../services/partners/partners.js";
import { bodyOf, demoCodes } from "./codes.js";

const partners = [
  { name: "Wave Crew", handle: "wavecrew" },
  { name: "Nordlicht Media", handle: "nordlicht" },
];
const shop = {
  ...{ slug: "corner-shop", name: "The corner shop", provider: "manual" as const, endpoint: null },
  sealFor: () => null,
};
const sandboxShop = { slug: "sandbox-shop", name: "The sandbox shop" };
const campaigns = [
  { name: "Summer at sea", codes: ["SUMMER20", "SUMMER30-VIP", "WELCOME10"] },
  { name: "Voices of our customers", codes: ["FEEDBACK-QUICK", "FEEDBACK-DEEP", "FEEDBACK-BASIC"] },
];

/**
 * Adds demo data with the same rules and events as the API; existing records stay unchanged. `sandbox`: connection target of the sandbox
 * store, if there is one. Returns the number of created codes.
 */
export async function seedDemo(write: CodeWrite, sandbox: ConnectionTarget | undefined): Promise<number> {
  const connectionIds = [await ensureConnection(write, shop)];
  if (sandbox) connectionIds.push(await ensureConnection(write, { ...sandboxShop, ...sandbox }));
  const partnerIds = new Map<string, string>();
  for (const partner of partners) partnerIds.set(partner.handle, await ensurePartner(write, partner));
  const known = await readNameOwners(
    write.read,
    demoCodes.map(({ code }) => nameKey(code)),
  );
  const missing = demoCodes.filter(({ code }) => !known.has(nameKey(code)));
  for (const sketch of missing) {
    const placements = sketch.placed ? connectionIds.map((connectionId) => ({ connectionId })) : [];
    const wanted = { body: { ...bodyOf(sketch, write.now), placements }, connectionId: undefined, path: [sketch.code] };
    const prepared = await prepare(write, wanted, { creating: true, current: undefined, complete: withDefaults });
    write.check();
    const { rowId } = await createCode(write, prepared, withDefaults(prepared.patch) as DiscountCodeFields);
    if (sketch.partner) await assignPartner(write, partnerIds.get(sketch.partner) ?? null, [rowId]);
  }
  for (const { name, codes } of campaigns) {
    if (await readCampaignByName(write.read, name)) continue;
    const { rowId } = await addCampaign(write, name);
    await assignCampaign(write, rowId, codes);
  }
  return missing.length;
}

async function ensureConnection(write: CodeWrite, wanted: WantedConnection & { slug: string }): Promise<string> {
  return (await readConnectionIdBySlug(write.read, wanted.slug)) ?? (await addConnection(write, wanted));
}

async function ensurePartner(write: CodeWrite, { name, handle }: { name: string; handle: string }): Promise<string> {
  const [known] = await readPartnerIdsByName(write.read, `@${handle}`);
  return known ?? (await addPartner(write, { name, handle })).rowId;
}
