import {
  campaignAdded,
  campaignAssigned,
  connectionAdded,
  discountCodeCreated,
  discountCodeUpdated,
  partnerAdded,
  postUpdated,
  tagRecolored,
} from "@offergraph/shared/contracts/events/discounts";
import { nameKey } from "@offergraph/shared/schema/name-key";
import { readCampaignIdByName } from "../db/campaigns.js";
import { readConnectionIdBySlug } from "../db/connections.js";
import { readNameOwners } from "../db/names.js";
import { readPartnerIdsByName } from "../db/partners.js";
import type { PartnerFields } from "../domain/partners.js";
import { addCampaign, assignCampaign } from "../services/campaigns/campaigns.js";
import { createFromBody } from "../services/codes/create-code.js";
import { lockCodesByRef } from "../services/codes/find-code.js";
import { addConnection, type NewConnection } from "../services/connections/add-connection.js";
import { addPartner, assignPartner } from "../services/partners/partners.js";
import type { MutationTx } from "../tx.js";
import { bodyOf, demoCodes } from "./codes.js";

export const demoEvents = [
  campaignAdded,
  campaignAssigned,
  connectionAdded,
  discountCodeCreated,
  discountCodeUpdated,
  partnerAdded,
  postUpdated,
  tagRecolored,
];

type DemoTx = MutationTx<(typeof demoEvents)[number]>;

const partners = [
  { name: "Wave Crew", handle: "wavecrew" },
  { name: "Nordlicht Media", handle: "nordlicht" },
];
const shop = { slug: "corner-shop", name: "The corner shop", provider: "manual" as const, endpoint: null, encryptFor: () => null };
const sandboxShop = { slug: "sandbox-shop", name: "The sandbox shop" };
const campaigns = [
  { name: "Summer at sea", codes: ["SUMMER20", "SUMMER30-VIP", "WELCOME10"] },
  { name: "Voices of our customers", codes: ["FEEDBACK-QUICK", "FEEDBACK-DEEP", "FEEDBACK-BASIC"] },
];

/** Adds demo data with the same validation and events as the API. Does not change existing records. Returns the number of created codes. */
export async function seedDemo(tx: DemoTx, sandbox: Omit<NewConnection, "name" | "slug"> | undefined): Promise<number> {
  const connectionIds = [await ensureConnection(tx, shop)];
  if (sandbox) connectionIds.push(await ensureConnection(tx, { ...sandboxShop, ...sandbox }));
  const partnerIds = new Map<string, string>();
  for (const partner of partners) partnerIds.set(partner.handle, await ensurePartner(tx, partner));
  const keys = demoCodes.map(({ code }) => nameKey(code));
  const known = await readNameOwners(tx.sql, keys);
  const missing = demoCodes.filter(({ code }) => !known.has(nameKey(code)));
  for (const sketch of missing) {
    const placements = sketch.placed ? connectionIds.map((connectionId) => ({ connectionId })) : [];
    const given = { body: { ...bodyOf(sketch, tx.now), placements }, connectionId: undefined, path: [sketch.code] };
    const code = await createFromBody(tx, given);
    if (sketch.partner) await assignPartner(tx, partnerIds.get(sketch.partner) ?? null, [code]);
  }
  for (const { name, codes } of campaigns)
    if ((await readCampaignIdByName(tx.sql, name)) === undefined) {
      const { rowId } = await addCampaign(tx, { name, startsAt: null, endsAt: null, note: null });
      await assignCampaign(tx, rowId, await lockCodesByRef(tx, codes));
    }
  return missing.length;
}

async function ensureConnection(tx: DemoTx, connection: NewConnection & { slug: string }): Promise<string> {
  return (await readConnectionIdBySlug(tx, connection.slug)) ?? (await addConnection(tx, connection));
}

async function ensurePartner(tx: DemoTx, partner: PartnerFields): Promise<string> {
  const [known] = await readPartnerIdsByName(tx.sql, `@${partner.handle}`);
  return known ?? (await addPartner(tx, partner)).rowId;
}
