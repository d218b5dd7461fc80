import { z } from "zod";
import { defineEvent } from "../define.js";

const decimal = z.string().regex(/^-?\d+(\.\d+)?$/, "has to be a decimal number in a string");
const time = z.iso.datetime({ precision: 3 });
const tagColor = z.enum(["default", "gray", "brown", "orange", "yellow", "green", "blue", "purple", "pink", "red"]);

/** A discount code as others see it: the public record without what can be worked out from it. Times are UTC with milliseconds. */
const discountCode = z.object({
  rowId: z.guid(),
  createdAt: time,
  updatedAt: time,
  code: z.string(),
  aliasedCodes: z.array(z.object({ id: z.string(), code: z.string() })),
  title: z.string(),
  displayName: z.string().nullable(),
  valueKind: z.enum(["percent", "amount"]),
  valuePercent: decimal.nullable(),
  valueAmount: decimal.nullable(),
  usageLimit: z.int().nullable(),
  usageCount: z.int(),
  startAt: time.nullable(),
  endsAt: time.nullable(),
  oneTimePurchase: z.boolean(),
  status: z.enum(["EXPIRED", "DRAFT", "SCHEDULED", "ACTIVE"]),
  isPublic: z.boolean(),
  publicTier: z.enum(["BASIC", "QUICK", "ENHANCED"]).nullable(),
  origin: z.string().nullable(),
  createdBy: z.enum(["IMPORTED", "SERVICE", "STOREPROVIDER"]),
  tags: z.record(z.string(), tagColor),
  partnerId: z.guid().nullable(),
  placements: z.array(z.object({ placementId: z.guid(), connectionId: z.string() })),
  /** Orders and open grants have used up the usage limit. Events from before this field do not say. */
  isExhausted: z.boolean().optional(),
  /** No alias is free for a grant. Events from before this field do not say. */
  isPoolEmpty: z.boolean().optional(),
  /** Fewer than 10 % of the aliases are free. Events from before this field do not say. */
  isPoolLow: z.boolean().optional(),
});

const codeId = "the discount code's rowId";

export const discountCodeCreated = defineEvent({
  subject: "offergraph.discounts.discount_code.created.v1",
  description: "A discount code was created. Carries the whole record.",
  recordId: codeId,
  data: discountCode,
});

export const discountCodeUpdated = defineEvent({
  subject: "offergraph.discounts.discount_code.updated.v1",
  description:
    "A discount code changed: by a write, by a bulk write or a tag's renaming or removal (one event for each code that changed), because time moved its status, or because orders used it. Carries the whole record as it is now, and the names of the fields that changed.",
  recordId: codeId,
  data: discountCode.extend({ changed: z.array(discountCode.keyof()).min(1) }),
});

export const discountCodeDeleted = defineEvent({
  subject: "offergraph.discounts.discount_code.deleted.v1",
  description: "A discount code was deleted. Its id lives on in orders, responses and grants; its code and aliases are free again.",
  recordId: codeId,
  data: discountCode.pick({ rowId: true, code: true, aliasedCodes: true }),
});

export const discountCodePoolLow = defineEvent({
  subject: "offergraph.discounts.discount_code.pool_low.v1",
  description:
    "Fewer than 10 % of a discount code's aliases are free for grants. Comes once each time the number falls below that; add aliases to the code.",
  recordId: codeId,
  data: z.object({ rowId: z.guid(), code: z.string(), aliasCount: z.int(), freeAliasCount: z.int() }),
});

export const tagRecolored = defineEvent({
  subject: "offergraph.discounts.tag.recolored.v1",
  description: "A tag has another colour on all discount codes of the workspace. The codes themselves are not listed one by one.",
  recordId: "the tag's name",
  data: z.object({ name: z.string(), color: tagColor }),
});

export const placementSyncRequested = defineEvent({
  subject: "offergraph.discounts.placement.sync_requested.v1",
  description: "Somebody asked for a placement to be pushed to its store again, whether or not the store has it as it is.",
  recordId: "the placement's rowId",
  data: z.object({ placementId: z.guid(), discountCodeId: z.guid(), connectionId: z.guid() }),
});

export const connectionAdded = defineEvent({
  subject: "offergraph.discounts.connection.added.v1",
  description: "A connection to a store was added. How it is reached stays with this service.",
  recordId: "the connection's rowId",
  data: z.object({ rowId: z.guid(), createdAt: time, slug: z.string(), name: z.string(), provider: z.enum(["manual", "http"]) }),
});

export const partnerAdded = defineEvent({
  subject: "offergraph.discounts.partner.added.v1",
  description: "A partner was added.",
  recordId: "the partner's rowId",
  data: z.object({ rowId: z.guid(), name: z.string(), handle: z.string().nullable() }),
});

export const campaignAdded = defineEvent({
  subject: "offergraph.discounts.campaign.added.v1",
  description: "A campaign was added.",
  recordId: "the campaign's rowId",
  data: z.object({ rowId: z.guid(), createdAt: time, name: z.string() }),
});

export const campaignAssigned = defineEvent({
  subject: "offergraph.discounts.campaign.assigned.v1",
  description: "Discount codes were assigned to a campaign. Those that belonged to it before are not listed.",
  recordId: "the campaign's rowId",
  data: z.object({ campaignId: z.guid(), discountCodeIds: z.array(z.guid()).min(1) }),
});

const grantId = "the grant's rowId";

export const grantCodeGiven = defineEvent({
  subject: "offergraph.discounts.grant_code.given.v1",
  description:
    "A grant has its code: minted for it alone, taken from the code's aliases, or the code itself. Asked again, the same code is told again.",
  recordId: grantId,
  data: z.object({
    grantId: z.guid(),
    discountCodeId: z.guid(),
    delivery: z.enum(["SHARED", "UNIQUE", "POOL"]),
    code: z.string(),
    /** The code's start while that is in the future: the code cannot be used before. */
    startsAt: time.nullable().optional(),
  }),
});

export const grantCodeRefused = defineEvent({
  subject: "offergraph.discounts.grant_code.refused.v1",
  description:
    "A grant gets no code, for good: the discount code is deleted, over, not active or used up, or all of its aliases are taken.",
  recordId: grantId,
  data: z.object({
    grantId: z.guid(),
    discountCodeId: z.guid(),
    reason: z.enum(["CODE_DELETED", "CODE_EXPIRED", "POOL_EMPTY", "CODE_NOT_ACTIVE", "CODE_EXHAUSTED"]),
  }),
});

export const grantCodeRetired = defineEvent({
  subject: "offergraph.discounts.grant_code.retired.v1",
  description:
    "A code that was minted for a grant is to be in no store any more: the grant is over. It stays the grant's, and orders that were sent with it still lead to its discount code. Stores get it again when the grant is restored.",
  recordId: grantId,
  data: z.object({ grantId: z.guid(), discountCodeId: z.guid(), code: z.string(), retiredAt: time }),
});
