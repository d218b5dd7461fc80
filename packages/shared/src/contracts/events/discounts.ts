import { z } from "zod";
import { defineEvent } from "../define-event.js";

const decimal = z.string().regex(/^-?\d+(\.\d+)?$/, "has to be a decimal number in a string");
const time = z.iso.datetime({ precision: 3 });
const tagColor = z.enum(["default", "gray", "brown", "orange", "yellow", "green", "blue", "purple", "pink", "red"]);

/** Public record of a discount code without derived fields. Times are UTC with milliseconds. */
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
  /** True if orders and open grants have reached the usage limit. Absent in older events. */
  isExhausted: z.boolean().optional(),
  /** True if no alias is free for a grant. Absent in older events. */
  isPoolEmpty: z.boolean().optional(),
  /** True if fewer than 10 % of the aliases are free. Absent in older events. */
  isPoolLow: z.boolean().optional(),
});

const codeId = "the discount code's rowId";

export const discountCodeCreated = defineEvent({
  subject: "offergraph.discounts.discount_code.created.v1",
  description: "A discount code was created. Contains the full record.",
  recordId: codeId,
  data: discountCode,
});

export const discountCodeUpdated = defineEvent({
  subject: "offergraph.discounts.discount_code.updated.v1",
  description:
    "A discount code changed: by a mutation, by renaming or removing a tag, by a scheduled status change, or because orders used it. Bulk changes emit one event per changed code. Contains the full current record and the names of the changed fields.",
  recordId: codeId,
  data: discountCode.extend({ changed: z.array(discountCode.keyof()).min(1) }),
});

export const discountCodeDeleted = defineEvent({
  subject: "offergraph.discounts.discount_code.deleted.v1",
  description: "A discount code was deleted. Orders, responses and grants keep its id. Its code and aliases can be used again.",
  recordId: codeId,
  data: discountCode.pick({ rowId: true, code: true, aliasedCodes: true }),
});

export const discountCodePoolLow = defineEvent({
  subject: "offergraph.discounts.discount_code.pool_low.v1",
  description:
    "Fewer than 10 % of a discount code's aliases are free for grants. Emitted once each time the number falls below 10 %. Add aliases to the code.",
  recordId: codeId,
  data: z.object({ rowId: z.guid(), code: z.string(), aliasCount: z.int(), freeAliasCount: z.int() }),
});

export const tagRecolored = defineEvent({
  subject: "offergraph.discounts.tag.recolored.v1",
  description: "A tag's color changed on all discount codes of the workspace. The codes are not listed.",
  recordId: "the tag's name",
  data: z.object({ name: z.string(), color: tagColor }),
});

export const placementSyncRequested = defineEvent({
  subject: "offergraph.discounts.placement.sync_requested.v1",
  description: "A push of a placement to its store was requested, even if the store already has its current state.",
  recordId: "the placement's rowId",
  data: z.object({ placementId: z.guid(), discountCodeId: z.guid(), connectionId: z.guid() }),
});

export const connectionAdded = defineEvent({
  subject: "offergraph.discounts.connection.added.v1",
  description: "A store connection was added. Does not contain its endpoint or credentials.",
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
  description: "Discount codes were assigned to a campaign. Contains only the newly assigned codes.",
  recordId: "the campaign's rowId",
  data: z.object({ campaignId: z.guid(), discountCodeIds: z.array(z.guid()).min(1) }),
});

const grantId = "the grant's rowId";

export const grantCodeIssued = defineEvent({
  subject: "offergraph.discounts.grant_code.issued.v1",
  description:
    "A grant received its code: a minted code, one of the discount code's aliases, or the discount code itself. A repeated request emits the same code again.",
  recordId: grantId,
  data: z.object({
    grantId: z.guid(),
    discountCodeId: z.guid(),
    delivery: z.enum(["SHARED", "UNIQUE", "POOL"]),
    code: z.string(),
    /** Start of the discount code if it is in the future. The code cannot be used before. */
    startsAt: time.nullable().optional(),
  }),
});

export const grantCodeRejected = defineEvent({
  subject: "offergraph.discounts.grant_code.rejected.v1",
  description:
    "A grant receives no code. Final: the discount code is deleted, expired, not active or exhausted, or all of its aliases are taken.",
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
    "A minted code is being removed from all stores because its grant ended. The code still belongs to the grant, and orders with it are still attributed to its discount code. It is pushed to stores again if the grant is restored.",
  recordId: grantId,
  data: z.object({ grantId: z.guid(), discountCodeId: z.guid(), code: z.string(), retiredAt: time }),
});
