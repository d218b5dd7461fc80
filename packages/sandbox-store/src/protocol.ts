import { z } from "zod";

const targetKind = z.enum(["COLLECTION", "PRODUCT", "PRICE"]);
const decimal = z.union([z.string(), z.number()]).nullable();
const time = z.string().nullable();

// Accepts unknown fields, because later versions of Offergraph may add fields.
const pushData = z.looseObject({
  connectionId: z.uuid(),
  placementId: z.uuid(),
  discountCodeId: z.uuid(),
  code: z.string().min(1),
  aliasedCodes: z.array(z.string().min(1)),
  title: z.string().nullable(),
  displayName: z.string().nullable(),
  valueKind: z.string(),
  valuePercent: decimal,
  valueAmount: decimal,
  usageLimit: z.number().int().nullable(),
  startAt: time,
  endsAt: time,
  oneTimePurchase: z.boolean(),
  status: z.string(),
  isPublic: z.boolean(),
  targets: z.array(z.looseObject({ kind: targetKind, externalRef: z.string() })),
  settings: z.unknown(),
});
const removeData = z.object({ connectionId: z.uuid(), discountCodeId: z.uuid() });
const minted = { grantId: z.uuid() };
const minor = z.string().regex(/^-?\d+$/);
const creditData = z.looseObject({
  connectionId: z.uuid(),
  entryId: z.uuid(),
  customerId: z.uuid(),
  grantId: z.uuid(),
  workspaceId: z.uuid(),
  kind: z.enum(["ISSUED", "EXPIRED", "REVERSED"]),
  amountMinor: minor,
  currency: z.string().min(1),
  balanceMinor: minor,
  createdAt: z.string(),
});
const searchData = z.object({ connectionId: z.uuid(), kind: targetKind, query: z.string().max(255) });

const pushMessage = z.object({ type: z.literal("discount_code.push"), data: pushData });
const removeMessage = z.object({ type: z.literal("discount_code.remove"), data: removeData });
const mintedPush = z.object({ type: z.literal("minted_code.push"), data: pushData.extend(minted) });
const mintedRemove = z.object({ type: z.literal("minted_code.remove"), data: removeData.extend(minted) });
const creditMessage = z.object({ type: z.literal("credit.booked"), data: creditData });
const searchMessage = z.object({ type: z.literal("placement_targets.search"), data: searchData });

const changes = [pushMessage, removeMessage, mintedPush, mintedRemove, creditMessage] as const;
export const message = z.discriminatedUnion("type", [...changes, searchMessage]);
export const change = z.discriminatedUnion("type", changes);

export type TargetKind = z.infer<typeof targetKind>;
export type PushedCode = z.infer<typeof pushData> & { grantId?: string };
export type BookedCredit = z.infer<typeof creditData>;
