/** The states of a kind of record. */
export interface Machine {
  readonly title: string;
  /** Fields and the enums that they are of. */
  readonly values: readonly (readonly [field: string, type: string])[];
  /** What moves a record from state to state: the one thing that schemas do not say. */
  readonly moves: readonly string[];
}

export const machines: readonly Machine[] = [
  {
    title: "Discount code",
    values: [["status", "DiscountCodeStatus"]],
    moves: [
      "Every status may be written at any time (create_discount_code, save_discount_code, bulk_update_discount_code_status) and stands as written.",
      "From then on time moves it, once each: SCHEDULED → ACTIVE when start_at passes, ACTIVE or SCHEDULED → EXPIRED when ends_at passes. An ends_at that was past already when the status was written moves nothing; SCHEDULED with a start_at that is not in the future is written as ACTIVE.",
      "What is ISSUED of a code that is EXPIRED or deleted becomes EXPIRED with it. When an EXPIRED code is given another status, its grants whose own time is not over are ISSUED again.",
      "A code that a rule of an incentive gives cannot be deleted until the incentive is archived (IN_USE).",
    ],
  },
  {
    title: "Placement of a discount code on a connection",
    values: [["syncStatus", "DiscountSyncStatus"]],
    moves: [
      "A new or changed placement, or one whose code changed: PENDING → SYNCED, or FAILED with lastError. resync_discount_placement and bulk_sync_discount_codes make it PENDING again.",
      "On a connection with the provider manual it is NOT_PUSHED for good.",
    ],
  },
  {
    title: "Form",
    values: [["status", "FormStatus"]],
    moves: [
      "DRAFT ↔ READY; DRAFT or READY → PUBLISHED; PUBLISHED → PUBLISHED (a new version of the draft); PUBLISHED → READY; any → ARCHIVED → DRAFT.",
      "publish_form publishes; update_form with status PUBLISHED does the same without shares. Without shares works for a form that is in the rotation already, or while no form is published (SHARES_REQUIRED otherwise).",
      "The rotation has every published form exactly once; shares sum to 100, exactly one is main. Archiving, deleting or un-publishing a form that has a share or is main is IN_USE until set_form_promotion gave it the share 0 and made another one main; the last published form may leave.",
      "A placement takes responses while its form is PUBLISHED, within the form's times, and `published` is true on the placement itself (set_form_placement_published).",
    ],
  },
  {
    title: "Form response",
    values: [["status", "FormResponseStatus"]],
    moves: [
      "INCOMPLETE at the start, then COMPLETE or SKIPPED, and never back. The outcome sets trustScore and trustReasons and decides about rewards.",
    ],
  },
  {
    title: "Incentive",
    values: [["status", "IncentiveStatus"]],
    moves: [
      "DRAFT → ACTIVE ↔ PAUSED; any → ARCHIVED → DRAFT.",
      "Only an ACTIVE one grants. ACTIVE needs a form, at least one rule, and discount codes that can be used (ACTIVE, or SCHEDULED with a start; not exhausted); at most 100 of a form are ACTIVE (LIMIT_EXCEEDED); it cannot lose its form or last rule while it is ACTIVE.",
      "It stays ACTIVE when a code stops being usable: problems says so, and its grants of that rule fail.",
      "Deleting takes it out of every read. Its grants live on.",
    ],
  },
  {
    title: "Grant",
    values: [["state", "GrantState"]],
    moves: [
      "One for each rule and response. PENDING until it is known who answered, or the customer is verified where the incentive requires that; then CAPPED if the customer's limit is reached, HELD if the response's trustScore is below the incentive's minTrustScore (equal is not held), else ISSUING → ISSUED.",
      "HELD → release_incentive_grant → ISSUING → ISSUED, or FAILED; HELD → decline_incentive_grant → DECLINED. The same decision twice changes nothing, the opposite one is ALREADY_DECIDED.",
      "ISSUED → REDEEMED by an order with its code, and ISSUED again if the store takes the code out of the order; ISSUED → EXPIRED when its time is over; REDEEMED → REVERSED when the order is refunded wholly or cancelled. Credits, entitlements and labels are never REDEEMED; they are REVERSED once every order that their response led to is undone.",
      "FAILED says why in failureReason, e.g. POOL_EMPTY, CODE_EXPIRED, CODE_NOT_ACTIVE, CODE_EXHAUSTED. CAPPED, DECLINED, FAILED and REVERSED are final.",
      "The limit counts every grant but those that are FAILED, DECLINED or CAPPED.",
    ],
  },
  {
    title: "Order",
    values: [
      ["orderStatus", "OrderStatus"],
      ["financialStatus", "OrderFinancialStatus"],
      ["fulfillmentStatus", "OrderFulfillmentStatus"],
    ],
    moves: ["Read-only here: the store says each of them, and the version with the newest providerUpdatedAt counts."],
  },
  {
    title: "Checkout",
    values: [
      ["stage", "CheckoutStage"],
      ["status", "CheckoutStatus"],
    ],
    moves: [
      "Read-only here. OPEN → CONVERTED once its order is known, for good; OPEN → ABANDONED after a long time without news (a day unless set otherwise), and OPEN again when the store has news.",
    ],
  },
];
