import { z } from "zod";
import { auditEvent } from "../audit-events.js";
import { defineEvent } from "../define-event.js";
import { jobEvents } from "../job-events.js";

const decimal = z.string().regex(/^-?\d+(\.\d+)?$/, "must be a decimal number in a string");
const time = z.iso.datetime({ precision: 3 });
const tagColor = z.enum(["default", "gray", "brown", "orange", "yellow", "green", "blue", "purple", "pink", "red"]);

/** The public record of a discount code without derived fields. Times are in UTC with milliseconds. */
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
  /** True if orders and open grants have used up the usage limit. Older events omit this field. */
  isExhausted: z.boolean().optional(),
  /** True if the code's pool has no free alias for a grant. Older events omit this field. */
  isPoolEmpty: z.boolean().optional(),
  /** True if fewer than 10 % of the aliases in the code's pool are free. Older events omit this field. */
  isPoolLow: z.boolean().optional(),
});

const codeId = "the discount code's rowId";

export const discountCodeCreated = defineEvent({
  subject: "offergraph.discounts.discount_code.created.v1",
  description: "A discount code was created. The event contains the full record.",
  recordId: codeId,
  data: discountCode,
});

export const discountCodeUpdated = defineEvent({
  subject: "offergraph.discounts.discount_code.updated.v1",
  description:
    "A discount code changed. Possible causes are a mutation, a renamed or removed tag, a scheduled status change, or a change of `usageCount`, `isExhausted`, `isPoolEmpty` or `isPoolLow`. For a bulk change, the service emits one event per changed code. The event contains the full current record and the names of the changed fields.",
  recordId: codeId,
  data: discountCode.extend({ changed: z.array(discountCode.keyof()).min(1) }),
});

export const discountCodeDeleted = defineEvent({
  subject: "offergraph.discounts.discount_code.deleted.v1",
  description:
    "A discount code was deleted. Orders, responses and grants keep the id of the deleted code. New discount codes can use the names of the deleted code and of its aliases.",
  recordId: codeId,
  data: discountCode.pick({ rowId: true, code: true, aliasedCodes: true }),
});

export const discountCodePoolLow = defineEvent({
  subject: "offergraph.discounts.discount_code.pool_low.v1",
  description:
    "Fewer than 10 % of a discount code's aliases are free for grants. The event is emitted each time the share of free aliases falls below 10 %. To get more free aliases, add aliases to the discount code.",
  recordId: codeId,
  data: z.object({ rowId: z.guid(), code: z.string(), aliasCount: z.int(), freeAliasCount: z.int() }),
});

export const tagRecolored = defineEvent({
  subject: "offergraph.discounts.tag.recolored.v1",
  description:
    "The color of a tag changed. All discount codes of the workspace that have the tag show the new color. The event does not list the discount codes that have the tag.",
  recordId: "the tag's name",
  data: z.object({ name: z.string(), color: tagColor }),
});

export const placementSyncRequested = defineEvent({
  subject: "offergraph.discounts.placement.sync_requested.v1",
  description:
    "A member requested a push of a placement to the placement's store. The push takes place even if the store already has the current state.",
  recordId: "the placement's rowId",
  isInternal: true,
  data: z.object({ placementId: z.guid(), discountCodeId: z.guid(), connectionId: z.guid() }),
});

/** The public record of a connection, without the endpoint and the credentials. */
const connection = z.object({
  rowId: z.guid(),
  createdAt: time,
  /** Older events omit this field. */
  updatedAt: time.optional(),
  slug: z.string(),
  name: z.string(),
  provider: z.enum(["manual", "http"]),
  /** True in a test workspace, from which nothing is pushed to stores. Older events omit this field. */
  isTest: z.boolean().optional(),
});

const connectionId = "the connection's rowId";

export const connectionAdded = defineEvent({
  subject: "offergraph.discounts.connection.added.v1",
  description: "A store connection was added. The event does not contain the endpoint or the credentials.",
  recordId: connectionId,
  data: connection,
});

export const connectionUpdated = defineEvent({
  subject: "offergraph.discounts.connection.updated.v1",
  description:
    "The name, endpoint or signing secret of a store connection changed. The event contains the current record without the endpoint and the credentials, and the names of the changed fields.",
  recordId: connectionId,
  data: connection.extend({ changed: z.array(z.enum(["name", "endpoint", "secret", "updatedAt"])).min(1) }),
});

export const connectionRemoved = defineEvent({
  subject: "offergraph.discounts.connection.removed.v1",
  description: "A store connection was deleted. Orders, checkouts and grants keep the id of the deleted connection.",
  recordId: connectionId,
  data: connection.pick({ rowId: true, slug: true, name: true }),
});

const partner = z.object({
  rowId: z.guid(),
  /** Older events omit this field. */
  createdAt: time.optional(),
  /** Older events omit this field. */
  updatedAt: time.optional(),
  name: z.string(),
  handle: z.string().nullable(),
});

const partnerId = "the partner's rowId";

export const partnerAdded = defineEvent({
  subject: "offergraph.discounts.partner.added.v1",
  description: "A partner was added.",
  recordId: partnerId,
  data: partner,
});

export const partnerUpdated = defineEvent({
  subject: "offergraph.discounts.partner.updated.v1",
  description: "A partner's name or handle changed. The event contains the full current record and the names of the changed fields.",
  recordId: partnerId,
  data: partner.extend({ changed: z.array(partner.keyof()).min(1) }),
});

export const partnerDeleted = defineEvent({
  subject: "offergraph.discounts.partner.deleted.v1",
  description:
    "A partner was deleted. The partner's discount codes no longer have a partner, and the partner's posts were deleted. Separate events report the change of each code and the deletion of each post. Orders and responses keep the id of the deleted partner.",
  recordId: partnerId,
  data: partner.pick({ rowId: true, name: true, handle: true }),
});

const post = z.object({
  rowId: z.guid(),
  createdAt: time,
  updatedAt: time,
  partnerId: z.guid(),
  url: z.string(),
  channel: z.string(),
  publishedAt: time,
  discountCodeIds: z.array(z.guid()),
});

const postId = "the post's rowId";

export const postCreated = defineEvent({
  subject: "offergraph.discounts.post.created.v1",
  description: "A post of a partner was added. The event contains the full record.",
  recordId: postId,
  data: post,
});

export const postUpdated = defineEvent({
  subject: "offergraph.discounts.post.updated.v1",
  description:
    "A post changed. The event is also emitted if a discount code is removed from the post, because the code was deleted or no longer belongs to the partner. The event contains the full current record and the names of the changed fields.",
  recordId: postId,
  data: post.extend({ changed: z.array(post.keyof()).min(1) }),
});

export const postDeleted = defineEvent({
  subject: "offergraph.discounts.post.deleted.v1",
  description: "A post was deleted directly, or together with its partner. The discount codes of the post remain.",
  recordId: postId,
  data: post.pick({ rowId: true, partnerId: true, url: true }),
});

const campaign = z.object({
  rowId: z.guid(),
  createdAt: time,
  /** Older events omit this field. */
  updatedAt: time.optional(),
  name: z.string(),
  /** Older events omit this field. */
  startsAt: time.nullable().optional(),
  /** Older events omit this field. */
  endsAt: time.nullable().optional(),
  /** Older events omit this field. */
  note: z.string().nullable().optional(),
});

const campaignId = "the campaign's rowId";

export const campaignAdded = defineEvent({
  subject: "offergraph.discounts.campaign.added.v1",
  description: "A campaign was added.",
  recordId: campaignId,
  data: campaign,
});

export const campaignUpdated = defineEvent({
  subject: "offergraph.discounts.campaign.updated.v1",
  description: "A campaign's name, dates or note changed. The event contains the full current record and the names of the changed fields.",
  recordId: campaignId,
  data: campaign.extend({ changed: z.array(campaign.keyof()).min(1) }),
});

export const campaignDeleted = defineEvent({
  subject: "offergraph.discounts.campaign.deleted.v1",
  description: "A campaign was deleted. The discount codes of the campaign remain.",
  recordId: campaignId,
  data: campaign.pick({ rowId: true, name: true }),
});

const campaignCodes = z.object({ campaignId: z.guid(), discountCodeIds: z.array(z.guid()).min(1) });

export const campaignAssigned = defineEvent({
  subject: "offergraph.discounts.campaign.assigned.v1",
  description: "Discount codes were assigned to a campaign. The event contains only the newly assigned codes.",
  recordId: campaignId,
  data: campaignCodes,
});

export const campaignUnassigned = defineEvent({
  subject: "offergraph.discounts.campaign.unassigned.v1",
  description: "Discount codes were removed from a campaign. The event contains only the codes that previously belonged to the campaign.",
  recordId: campaignId,
  data: campaignCodes,
});

export const campaignListed = defineEvent({
  subject: "offergraph.discounts.campaign.listed.v1",
  description:
    "Lists discount codes that were assigned to a campaign before other services stored copies of campaigns. The discounts service emits this event once, after the upgrade to the version that introduced the copies of campaigns.",
  recordId: campaignId,
  isInternal: true,
  data: campaignCodes,
});

const grantId = "the grant's rowId";

export const grantCodeIssued = defineEvent({
  subject: "offergraph.discounts.grant_code.issued.v1",
  description:
    "A grant received its code. The code is a newly generated (minted) code, an alias of the discount code, or the discount code itself. If the incentives service repeats the request for the code, the event is emitted again with the same code.",
  recordId: grantId,
  isInternal: true,
  data: z.object({
    grantId: z.guid(),
    discountCodeId: z.guid(),
    delivery: z.enum(["SHARED", "UNIQUE", "POOL"]),
    code: z.string(),
    /** The future time from which customers can use the discount code. */
    startsAt: time.nullable().optional(),
  }),
});

export const grantCodeRejected = defineEvent({
  subject: "offergraph.discounts.grant_code.rejected.v1",
  description:
    "The discounts service rejected the request for a grant's code, and the rejection is final. Possible reasons are that the discount code is deleted, expired or not active, has no remaining uses, or has no free alias.",
  recordId: grantId,
  isInternal: true,
  data: z.object({
    grantId: z.guid(),
    discountCodeId: z.guid(),
    reason: z.enum(["CODE_DELETED", "CODE_EXPIRED", "POOL_EMPTY", "CODE_NOT_ACTIVE", "CODE_EXHAUSTED"]),
  }),
});

export const grantCodeRetired = defineEvent({
  subject: "offergraph.discounts.grant_code.retired.v1",
  description:
    "The grant of a minted code ended, and the discounts service removes the minted code from all stores. The minted code still belongs to the grant. Orders with the minted code are still attributed to the discount code. If the grant is restored, the discounts service pushes the minted code to stores again.",
  recordId: grantId,
  isInternal: true,
  data: z.object({ grantId: z.guid(), discountCodeId: z.guid(), code: z.string(), retiredAt: time }),
});

const jobs = jobEvents("discounts");
export const { created: jobCreated, progressed: jobProgressed, finished: jobFinished } = jobs;

export const auditRecorded = auditEvent("discounts");
