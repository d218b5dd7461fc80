import { z } from "zod";
import { defineEvent } from "../define.js";

const time = z.iso.datetime({ precision: 3 });
const kind = z.enum(["discount", "billing_credit", "entitlement", "metadata"]);
const tier = z.enum(["quick", "enhanced"]);

/** An incentive as others see it: the public record with its rules. Times are UTC with milliseconds. */
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
  /** Null: required for codes of one's own and credits on websites that sign their customers. */
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
  description: "An incentive was created, as a draft. Carries the whole record with its rules.",
  recordId: incentiveId,
  data: incentive,
});

export const incentiveUpdated = defineEvent({
  subject: "offergraph.incentives.incentive.updated.v1",
  description: "An incentive changed. Carries the whole record as it is now, and the names of the fields that changed.",
  recordId: incentiveId,
  data: incentive.extend({ changed: z.array(incentive.keyof()).min(1) }),
});

export const incentiveDeleted = defineEvent({
  subject: "offergraph.incentives.incentive.deleted.v1",
  description: "An incentive was deleted; it grants no more. Its grants live on, with its id.",
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
    "Problems of an incentive's rules appeared or disappeared. Carries all that there are now: a rule with an ERROR gives nothing, and fails its grants, until the problem is solved; a WARNING stops nothing.",
  recordId: incentiveId,
  data: z.object({ rowId: z.guid(), name: z.string(), changedAt: time, problems: z.array(problem) }),
});

/** A grant as others see it: the public record, with its rule's store and the order that it was used for. */
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
  /** The start of the discount code, if that was in the future when the grant was issued. */
  startsAt: time.nullable().optional(),
  /** The customer was verified by a signature or a secret key, not only claimed by the visitor. Absent means false. */
  customerVerified: z.boolean().optional(),
});

const grantId = "the grant's rowId";
const whole = "Carries the whole record as it is now.";

export const grantPending = defineEvent({
  subject: "offergraph.incentives.grant.pending.v1",
  description: `A response earned a reward before anybody knew who answered: it waits for the customer. ${whole}`,
  recordId: grantId,
  data: grant,
});

export const grantHeld = defineEvent({
  subject: "offergraph.incentives.grant.held.v1",
  description: `A response earned a reward and is trusted less than the incentive asks: somebody has to decide. ${whole}`,
  recordId: grantId,
  data: grant,
});

export const grantReleased = defineEvent({
  subject: "offergraph.incentives.grant.released.v1",
  description: `Somebody decided that a held reward is to be given. ${whole}`,
  recordId: grantId,
  data: grant,
});

export const grantDeclined = defineEvent({
  subject: "offergraph.incentives.grant.declined.v1",
  description: `Somebody decided against a held reward. ${whole}`,
  recordId: grantId,
  data: grant,
});

export const grantCapped = defineEvent({
  subject: "offergraph.incentives.grant.capped.v1",
  description: `A response would have earned a reward, but the customer had as many as the incentive allows. ${whole}`,
  recordId: grantId,
  data: grant,
});

export const grantRequested = defineEvent({
  subject: "offergraph.incentives.grant.requested.v1",
  description:
    "A discount code is wanted for a grant: discounts mints one, takes one of the code's aliases, or shows the code itself, and answers by events of its own. Comes again when an answer stays out; one grant gets one code.",
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
  description: `A customer got a reward. customerId is null where an anonymous visitor got a code that all share. ${whole}`,
  recordId: grantId,
  data: grant.extend({ issuedAt: time }),
});

export const grantRedeemed = defineEvent({
  subject: "offergraph.incentives.grant.redeemed.v1",
  description: `A reward was used for an order. ${whole}`,
  recordId: grantId,
  data: grant,
});

export const grantFreed = defineEvent({
  subject: "offergraph.incentives.grant.freed.v1",
  description: `The order that a reward was used for has not used it after all (it has its code no more, or turned out to be a test, another customer's or of another time): it may be used again. ${whole}`,
  recordId: grantId,
  data: grant,
});

export const grantRestored = defineEvent({
  subject: "offergraph.incentives.grant.restored.v1",
  description: `A reward had ended with its discount code before its own time, and the code is usable again: so is the reward. ${whole}`,
  recordId: grantId,
  data: grant,
});

export const grantExpired = defineEvent({
  subject: "offergraph.incentives.grant.expired.v1",
  description: `A reward was not used in its time, or its discount code was over before that: then failureReason says why. ${whole}`,
  recordId: grantId,
  data: grant,
});

export const grantReversed = defineEvent({
  subject: "offergraph.incentives.grant.reversed.v1",
  description: `The order that a reward was used for was refunded or cancelled. ${whole}`,
  recordId: grantId,
  data: grant,
});

export const grantFailed = defineEvent({
  subject: "offergraph.incentives.grant.failed.v1",
  description: `A reward could not be given; failureReason says why. ${whole}`,
  recordId: grantId,
  data: grant.extend({ failureReason: z.string() }),
});

export const responseHandled = defineEvent({
  subject: "offergraph.incentives.response.handled.v1",
  description:
    "An outcome of a response was looked at by all incentives of its form: these grants came of it, or none. Comes once for each outcome (one left unfinished may be completed later), in the same transaction as the grants. Who waits for a response's rewards waits no longer than for its grants that are ISSUING here.",
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
    "A credit was booked for a customer at a store: given, or taken back because it expired or was reversed. Carries the ledger's entry and the balance after it.",
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
    /** False: the customer was only claimed by a visitor; keep this balance apart from the customer's own. Absent means false. */
    customerVerified: z.boolean().optional(),
    balanceMinor: z.string().regex(/^-?\d+$/, "has to be a whole number in a string"),
  }),
});
