import { z } from "zod";
import { auditEvent } from "../audit-events.js";
import { defineEvent } from "../define-event.js";

const time = z.iso.datetime({ precision: 3 });
const kind = z.enum(["discount", "billing_credit", "entitlement", "metadata"]);
const tier = z.enum(["quick", "enhanced"]);

/** The public record of an incentive with its rules. Times are in UTC with milliseconds. */
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
  /**
   * Null requires a verified customer only for responses from a website placement with a secret, and only for these rewards: UNIQUE codes,
   * credits, entitlements and rewards that depend on orders.
   */
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
  description: "An incentive was created as a draft. The event contains the full record with its rules.",
  recordId: incentiveId,
  data: incentive,
});

export const incentiveUpdated = defineEvent({
  subject: "offergraph.incentives.incentive.updated.v1",
  description: "An incentive changed. The event contains the full current record and the names of the changed fields.",
  recordId: incentiveId,
  data: incentive.extend({ changed: z.array(incentive.keyof()).min(1) }),
});

export const incentiveDeleted = defineEvent({
  subject: "offergraph.incentives.incentive.deleted.v1",
  description: "An incentive was deleted and creates no further grants. Existing grants remain and keep the id of the incentive.",
  recordId: incentiveId,
  data: incentive.pick({ rowId: true, name: true, formId: true }),
});

const problem = z.object({
  code: z.enum([
    "CODE_NOT_ACTIVE",
    "CODE_EXPIRED",
    "CODE_DELETED",
    "CODE_EXHAUSTED",
    "POOL_EMPTY",
    "POOL_LOW",
    "CODE_ON_NO_STORE",
    "CONNECTION_DELETED",
  ]),
  severity: z.enum(["ERROR", "WARNING"]),
  ruleId: z.guid(),
  /** Null if the problem concerns the rule's connection. */
  discountCodeId: z.guid().nullable(),
  /** Absent if the problem concerns the rule's discount code. */
  connectionId: z.guid().optional(),
});

export const incentiveProblemsChanged = defineEvent({
  subject: "offergraph.incentives.incentive.problems_changed.v1",
  description:
    "Problems of an incentive's rules appeared or were resolved. The event contains all current problems. While a rule has a problem with the severity ERROR, new grants of the rule fail. A problem with the severity WARNING does not affect grants.",
  recordId: incentiveId,
  data: z.object({ rowId: z.guid(), name: z.string(), changedAt: time, problems: z.array(problem) }),
});

/** The public record of a grant, with its rule's connection and the redeeming order. */
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
  amountMinor: z.string().regex(/^\d+$/, "must be a whole number in a string").nullable(),
  currency: z.string().nullable(),
  lookupKey: z.string().nullable(),
  entitlementLimit: z.int().nullable(),
  fields: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).nullable(),
  publicLabel: z.string().nullable(),
  orderId: z.guid().nullable(),
  /** Start of the discount code's validity, if it was in the future when the grant was issued. */
  startsAt: time.nullable().optional(),
  /** True if a signature or a secret key verified the customer. False or absent if a visitor only claimed to be the customer. */
  customerVerified: z.boolean().optional(),
});

const grantId = "the grant's rowId";
const whole = "The event contains the full current record.";

export const grantPending = defineEvent({
  subject: "offergraph.incentives.grant.pending.v1",
  description: `A response earned a reward that cannot be issued yet. Either the customer of the response is not identified, or the incentive requires a verified customer and the customer is unverified. The grant waits for the identification or verification. ${whole}`,
  recordId: grantId,
  data: grant,
});

export const grantHeld = defineEvent({
  subject: "offergraph.incentives.grant.held.v1",
  description: `A response earned a reward, but the trust score of the response is below the incentive's \`minTrustScore\`. A member must release or decline the grant. ${whole}`,
  recordId: grantId,
  data: grant,
});

export const grantReleased = defineEvent({
  subject: "offergraph.incentives.grant.released.v1",
  description: `A member released a held grant. ${whole}`,
  recordId: grantId,
  data: grant,
});

export const grantDeclined = defineEvent({
  subject: "offergraph.incentives.grant.declined.v1",
  description: `A member declined a held grant. ${whole}`,
  recordId: grantId,
  data: grant,
});

export const grantCapped = defineEvent({
  subject: "offergraph.incentives.grant.capped.v1",
  description: `A response did not earn a reward, because the customer had reached the incentive's limit of grants per customer. ${whole}`,
  recordId: grantId,
  data: grant,
});

export const grantRequested = defineEvent({
  subject: "offergraph.incentives.grant.requested.v1",
  description:
    "A grant needs a code. The discounts service mints a code, assigns an alias of the discount code, or uses the discount code itself. The discounts service then emits `grant_code.issued` or `grant_code.rejected`. If no reply arrives, the incentives service emits `grant.requested` again. A grant receives at most one code.",
  recordId: grantId,
  isInternal: true,
  data: z.object({
    rowId: z.guid(),
    discountCodeId: z.guid(),
    delivery: z.enum(["SHARED", "UNIQUE", "POOL"]),
    prefix: z.string().nullable(),
    expiresAt: time.nullable(),
    /** Null or absent if the grant's customer is unknown. */
    customerId: z.guid().nullable().optional(),
  }),
});

export const grantIssued = defineEvent({
  subject: "offergraph.incentives.grant.issued.v1",
  description: `A reward was issued. If an anonymous visitor received a code with the delivery SHARED, \`customerId\` is null. ${whole}`,
  recordId: grantId,
  data: grant.extend({ issuedAt: time }),
});

export const grantVerified = defineEvent({
  subject: "offergraph.incentives.grant.verified.v1",
  description: `The customer of a grant was verified. Previously, the grant belonged to an unverified visitor who claimed to be this customer. The grant is HELD, or is an issued credit or entitlement. The customer can now use the issued credit or entitlement. The state of the grant does not change. ${whole}`,
  recordId: grantId,
  data: grant,
});

export const grantRedeemed = defineEvent({
  subject: "offergraph.incentives.grant.redeemed.v1",
  description: `An order redeemed a reward. ${whole}`,
  recordId: grantId,
  data: grant,
});

export const grantUnredeemed = defineEvent({
  subject: "offergraph.incentives.grant.unredeemed.v1",
  description: `The redemption of a reward was undone, and the customer can use the reward again. The event is emitted if a new version of the order no longer has the code, is a test order, belongs to another customer, or was placed after the end of the reward. ${whole}`,
  recordId: grantId,
  data: grant,
});

export const grantRestored = defineEvent({
  subject: "offergraph.incentives.grant.restored.v1",
  description: `An expired reward was restored, and the customer can use the reward again. The reward had expired early, because the reward's discount code had ended. The discount code of the reward is now valid again. ${whole}`,
  recordId: grantId,
  data: grant,
});

export const grantExpired = defineEvent({
  subject: "offergraph.incentives.grant.expired.v1",
  description: `A reward expired before the customer used it. If the reward expired because its discount code ended, \`failureReason\` is \`CODE_DELETED\` or \`CODE_EXPIRED\`. ${whole}`,
  recordId: grantId,
  data: grant,
});

export const grantReversed = defineEvent({
  subject: "offergraph.incentives.grant.reversed.v1",
  description: `A reward was reversed, because the order that redeemed the reward, or each order of the response, was refunded or canceled. ${whole}`,
  recordId: grantId,
  data: grant,
});

export const grantFailed = defineEvent({
  subject: "offergraph.incentives.grant.failed.v1",
  description: `A reward could not be issued. \`failureReason\` contains the reason. ${whole}`,
  recordId: grantId,
  data: grant.extend({ failureReason: z.string() }),
});

export const responseHandled = defineEvent({
  subject: "offergraph.incentives.response.handled.v1",
  description:
    "The service has evaluated the outcome of a response for all incentives of the form. The event contains the list of resulting grants, which may be empty. The event is emitted once per outcome, in the transaction that creates the grants. An abandoned response may get another outcome later. A grant in the state ISSUING has no code yet.",
  recordId: "the form response's rowId",
  isInternal: true,
  data: z.object({
    formResponseId: z.guid(),
    outcome: z.enum(["COMPLETE", "INCOMPLETE", "SKIPPED"]),
    grants: z.array(grant.omit({ fields: true })),
  }),
});

export const creditBooked = defineEvent({
  subject: "offergraph.incentives.credit.booked.v1",
  description:
    "A credit of a customer at a store was issued, expired or reversed. The event contains the ledger entry and the resulting balance. If the customer has spent a part of the credit, only the unused part expires or is reversed. If a customer is verified later, one event issues the credit to the verified customer, and another event reverses the credit of the unverified customer.",
  recordId: grantId,
  data: z.object({
    rowId: z.guid(),
    createdAt: time,
    grantId: z.guid(),
    customerId: z.guid(),
    connectionId: z.guid(),
    kind: z.enum(["ISSUED", "EXPIRED", "REVERSED"]),
    amountMinor: z.string().regex(/^-?\d+$/, "must be a whole number in a string"),
    currency: z.string(),
    /** False or absent if a visitor only claimed to be the customer. Keep the balances of verified and unverified customers separate. */
    customerVerified: z.boolean().optional(),
    balanceMinor: z.string().regex(/^-?\d+$/, "must be a whole number in a string"),
  }),
});

const customerId = "the customer's id";
const wholeNumber = z.string().regex(/^-?\d+$/, "must be a whole number in a string");

export const creditSpent = defineEvent({
  subject: "offergraph.incentives.credit.spent.v1",
  description:
    "A customer spent credit. The event contains the balance after the spend and the ledger entries, one for each grant whose credit was used. The field `entries` contains at most 1000 entries, and `entryCount` is the number of all entries. To read all entries, use `get_credit_ledger` with the filter `reference`.",
  recordId: customerId,
  data: z.object({
    rowId: z.guid(),
    createdAt: time,
    customerId: z.guid(),
    amountMinor: wholeNumber,
    currency: z.string(),
    reference: z.string(),
    note: z.string().nullable(),
    balanceMinor: wholeNumber,
    entries: z.array(
      z.object({
        rowId: z.guid(),
        grantId: z.guid(),
        connectionId: z.guid(),
        customerVerified: z.boolean(),
        amountMinor: wholeNumber,
      }),
    ),
    /** The number of ledger entries for the spend. If the field is absent, `entries` contains all ledger entries. */
    entryCount: z.int().optional(),
  }),
});

export const entitlementUsed = defineEvent({
  subject: "offergraph.incentives.entitlement.used.v1",
  description:
    "A customer used a part of an entitlement. In the event, `limit` is the current limit of the customer. `used` is the part of the limit that has been used, including this use. Both `limit` and `used` exclude entitlements that an unverified customer earned.",
  recordId: customerId,
  data: z.object({
    rowId: z.guid(),
    createdAt: time,
    customerId: z.guid(),
    lookupKey: z.string(),
    quantity: z.int(),
    reference: z.string(),
    limit: wholeNumber,
    used: wholeNumber,
  }),
});

export const auditRecorded = auditEvent("incentives");
