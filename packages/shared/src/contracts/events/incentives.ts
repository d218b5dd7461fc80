import { z } from "zod";
import { defineEvent } from "../define-event.js";

const time = z.iso.datetime({ precision: 3 });
const kind = z.enum(["discount", "billing_credit", "entitlement", "metadata"]);
const tier = z.enum(["quick", "enhanced"]);

/** Public record of an incentive with its rules. Times are UTC with milliseconds. */
const incentive = z.object({
  rowId: z.guid(),
  createdAt: time,
  updatedAt: time,
  name: z.string(),
  description: z.string().nullable(),
  formId: z.guid().nullable(),
  audience: z.enum(["NEW", "RETURNING"]).nullable(),
  tier: tier.nullable(),
  status: z.enum(["DRAFT", "ACTIVE", "PAUSED", "ARCHIVED"]),
  icon: z.string().nullable(),
  iconColor: z.string().nullable(),
  limitCount: z.int().nullable(),
  limitPeriod: z.enum(["DAY", "WEEK", "MONTH", "EVER", "ORDER"]).nullable(),
  minTrustScore: z.number().nullable(),
  /** Null: required for individual codes and credits on websites that sign their customers. */
  requiresVerifiedCustomer: z.boolean().nullable().optional(),
  rules: z.array(
    z.object({
      rowId: z.guid(),
      kindSlug: kind,
      outcome: z.enum(["COMPLETE", "INCOMPLETE", "SKIPPED"]),
      discountCodeId: z.guid().nullable(),
      connectionId: z.guid().nullable(),
      terms: z.record(z.string(), z.unknown()),
    }),
  ),
});

const incentiveId = "the incentive's rowId";

export const incentiveCreated = defineEvent({
  subject: "offergraph.incentives.incentive.created.v1",
  description: "An incentive was created as a draft. Contains the full record with its rules.",
  recordId: incentiveId,
  data: incentive,
});

export const incentiveUpdated = defineEvent({
  subject: "offergraph.incentives.incentive.updated.v1",
  description: "An incentive changed. Contains the full current record and the names of the changed fields.",
  recordId: incentiveId,
  data: incentive.extend({ changed: z.array(incentive.keyof()).min(1) }),
});

export const incentiveDeleted = defineEvent({
  subject: "offergraph.incentives.incentive.deleted.v1",
  description: "An incentive was deleted and creates no more grants. Existing grants remain and keep its id.",
  recordId: incentiveId,
  data: incentive.pick({ rowId: true, name: true, formId: true }),
});

const problem = z.object({
  code: z.enum(["CODE_NOT_ACTIVE", "CODE_EXPIRED", "CODE_DELETED", "CODE_EXHAUSTED", "POOL_EMPTY", "POOL_LOW", "CODE_ON_NO_STORE"]),
  severity: z.enum(["ERROR", "WARNING"]),
  ruleId: z.guid(),
  discountCodeId: z.guid(),
});

export const incentiveProblemsChanged = defineEvent({
  subject: "offergraph.incentives.incentive.problems_changed.v1",
  description:
    "Problems of an incentive's rules appeared or were resolved. Contains all current problems. Grants of a rule with an ERROR fail until it is resolved; a WARNING has no effect.",
  recordId: incentiveId,
  data: z.object({ rowId: z.guid(), name: z.string(), changedAt: time, problems: z.array(problem) }),
});

/** Public record of a grant with its rule's connection and the order that redeemed it. */
const grant = z.object({
  rowId: z.guid(),
  createdAt: time,
  updatedAt: time,
  incentiveId: z.guid(),
  ruleId: z.guid(),
  formResponseId: z.guid(),
  customerId: z.guid().nullable(),
  kindSlug: kind,
  state: z.enum(["PENDING", "HELD", "ISSUING", "ISSUED", "REDEEMED", "EXPIRED", "REVERSED", "DECLINED", "CAPPED", "FAILED"]),
  tier: tier.nullable(),
  trustScore: z.number().min(0).max(1).nullable(),
  outcomeAt: time,
  issuedAt: time.nullable(),
  expiresAt: time.nullable(),
  decidedAt: time.nullable(),
  failureReason: z.string().nullable(),
  code: z.string().nullable(),
  discountCodeId: z.guid().nullable(),
  connectionId: z.guid().nullable(),
  amountMinor: z.string().regex(/^\d+$/, "has to be a whole number in a string").nullable(),
  currency: z.string().nullable(),
  lookupKey: z.string().nullable(),
  entitlementLimit: z.int().nullable(),
  fields: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).nullable(),
  publicLabel: z.string().nullable(),
  orderId: z.guid().nullable(),
  /** Start of the discount code if it was in the future when the grant was issued. */
  startsAt: time.nullable().optional(),
  /** True if the customer was verified by a signature or a secret key, not only claimed by the visitor. Absent means false. */
  customerVerified: z.boolean().optional(),
});

const grantId = "the grant's rowId";
const whole = "Contains the full current record.";

export const grantPending = defineEvent({
  subject: "offergraph.incentives.grant.pending.v1",
  description: `A response earned a reward, but its customer is not known yet. The grant waits for the customer. ${whole}`,
  recordId: grantId,
  data: grant,
});

export const grantHeld = defineEvent({
  subject: "offergraph.incentives.grant.held.v1",
  description: `A response earned a reward, but its trust score is below the incentive's minimum. A member must release or decline the grant. ${whole}`,
  recordId: grantId,
  data: grant,
});

export const grantReleased = defineEvent({
  subject: "offergraph.incentives.grant.released.v1",
  description: `A held grant was released. ${whole}`,
  recordId: grantId,
  data: grant,
});

export const grantDeclined = defineEvent({
  subject: "offergraph.incentives.grant.declined.v1",
  description: `A held grant was declined. ${whole}`,
  recordId: grantId,
  data: grant,
});

export const grantCapped = defineEvent({
  subject: "offergraph.incentives.grant.capped.v1",
  description: `A response would have earned a reward, but the customer had reached the incentive's limit. ${whole}`,
  recordId: grantId,
  data: grant,
});

export const grantRequested = defineEvent({
  subject: "offergraph.incentives.grant.requested.v1",
  description:
    "A grant needs a discount code. The discounts service mints one, takes one of the code's aliases, or uses the code itself, and responds with an event. Emitted again if there is no response. A grant receives one code at most.",
  recordId: grantId,
  data: z.object({
    rowId: z.guid(),
    discountCodeId: z.guid(),
    delivery: z.enum(["SHARED", "UNIQUE", "POOL"]),
    prefix: z.string().nullable(),
    expiresAt: time.nullable(),
  }),
});

export const grantIssued = defineEvent({
  subject: "offergraph.incentives.grant.issued.v1",
  description: `A reward was issued. customerId is null if an anonymous visitor received a shared code. ${whole}`,
  recordId: grantId,
  data: grant.extend({ issuedAt: time }),
});

export const grantRedeemed = defineEvent({
  subject: "offergraph.incentives.grant.redeemed.v1",
  description: `An order redeemed a reward. ${whole}`,
  recordId: grantId,
  data: grant,
});

export const grantUnredeemed = defineEvent({
  subject: "offergraph.incentives.grant.unredeemed.v1",
  description: `A redemption was undone, so the reward can be used again: the order no longer has its code, or was found to be a test order, another customer's order or outside the reward's time. ${whole}`,
  recordId: grantId,
  data: grant,
});

export const grantRestored = defineEvent({
  subject: "offergraph.incentives.grant.restored.v1",
  description: `A reward that expired early with its discount code is usable again because the code is. ${whole}`,
  recordId: grantId,
  data: grant,
});

export const grantExpired = defineEvent({
  subject: "offergraph.incentives.grant.expired.v1",
  description: `A reward expired unused. If its discount code ended first, failureReason says why. ${whole}`,
  recordId: grantId,
  data: grant,
});

export const grantReversed = defineEvent({
  subject: "offergraph.incentives.grant.reversed.v1",
  description: `The order that redeemed a reward was refunded or canceled. ${whole}`,
  recordId: grantId,
  data: grant,
});

export const grantFailed = defineEvent({
  subject: "offergraph.incentives.grant.failed.v1",
  description: `A reward could not be issued; failureReason says why. ${whole}`,
  recordId: grantId,
  data: grant.extend({ failureReason: z.string() }),
});

export const responseHandled = defineEvent({
  subject: "offergraph.incentives.response.handled.v1",
  description:
    "All incentives of a form have evaluated a response's outcome. Contains the resulting grants, possibly none. Emitted once per outcome (an abandoned response may be completed later), in the same transaction as the grants. The response's rewards are complete when none of these grants is ISSUING.",
  recordId: "the form response's rowId",
  data: z.object({
    formResponseId: z.guid(),
    outcome: z.enum(["COMPLETE", "INCOMPLETE", "SKIPPED"]),
    grants: z.array(grant.omit({ fields: true })),
  }),
});

export const creditBooked = defineEvent({
  subject: "offergraph.incentives.credit.booked.v1",
  description:
    "A ledger entry was booked for a customer at a store: a credit was issued, expired or reversed. Contains the entry and the resulting balance.",
  recordId: grantId,
  data: z.object({
    rowId: z.guid(),
    createdAt: time,
    grantId: z.guid(),
    customerId: z.guid(),
    connectionId: z.guid(),
    kind: z.enum(["ISSUED", "EXPIRED", "REVERSED"]),
    amountMinor: z.string().regex(/^-?\d+$/, "has to be a whole number in a string"),
    currency: z.string(),
    /** False: a visitor claimed to be the customer; keep this balance separate from the verified customer's. Absent means false. */
    customerVerified: z.boolean().optional(),
    balanceMinor: z.string().regex(/^-?\d+$/, "has to be a whole number in a string"),
  }),
});
