/** State machine of a record type. */
export interface StateMachine {
  readonly title: string;
  /** State fields and their enum types. */
  readonly values: readonly (readonly [field: string, type: string])[];
  /** Transitions, which the schema does not describe. */
  readonly moves: readonly string[];
}

export const stateMachines: readonly StateMachine[] = [
  {
    title: "Discount code",
    values: [["status", "DiscountCodeStatus"]],
    moves: [
      "Any status can be set at any time (create_discount_code, save_discount_code, bulk_update_discount_code_status).",
      "Afterwards, each time triggers one transition: SCHEDULED → ACTIVE when start_at passes, ACTIVE or SCHEDULED → EXPIRED when ends_at passes. An ends_at that had passed when the status was set triggers nothing; SCHEDULED with a start_at that is not in the future becomes ACTIVE.",
      "When a code becomes EXPIRED or is deleted, its ISSUED grants become EXPIRED. When an EXPIRED code gets another status, its grants that have not ended themselves are ISSUED again.",
      "A code that an incentive's rule uses cannot be deleted until the incentive is archived (IN_USE).",
    ],
  },
  {
    title: "Placement of a discount code on a connection",
    values: [["syncStatus", "DiscountSyncStatus"]],
    moves: [
      "A new or changed placement, or one whose code changed: PENDING → SYNCED, or FAILED with lastError. resync_discount_placement and bulk_sync_discount_codes make it PENDING again.",
      "On a connection with the provider manual it stays NOT_PUSHED.",
    ],
  },
  {
    title: "Form",
    values: [["status", "FormStatus"]],
    moves: [
      "DRAFT ↔ READY; DRAFT or READY → PUBLISHED; PUBLISHED → PUBLISHED (a new version of the draft); PUBLISHED → READY; any → ARCHIVED → DRAFT.",
      "publish_form publishes; update_form with status PUBLISHED does the same without shares. Shares may be omitted if the form is already in the rotation or no form is published (otherwise SHARES_REQUIRED).",
      "The rotation contains every published form exactly once; shares sum to 100, exactly one form is main. Archiving, deleting or unpublishing a form that has a share or is main is IN_USE: first use set_form_promotion to set its share to 0 and make another form main. The last published form can always be removed.",
      "A placement accepts responses while its form is PUBLISHED, within the form's times, and `published` is true on the placement (set_form_placement_published).",
    ],
  },
  {
    title: "Form response",
    values: [["status", "FormResponseStatus"]],
    moves: ["INCOMPLETE → COMPLETE or SKIPPED, both final. The outcome sets trustScore and trustReasons and determines the rewards."],
  },
  {
    title: "Incentive",
    values: [["status", "IncentiveStatus"]],
    moves: [
      "DRAFT → ACTIVE ↔ PAUSED; any → ARCHIVED → DRAFT.",
      "Only an ACTIVE incentive grants. ACTIVE needs a form, at least one rule, and usable discount codes (ACTIVE, or SCHEDULED with a start; not exhausted). A form can have at most 100 ACTIVE incentives (LIMIT_EXCEEDED). The form and the last rule cannot be removed while it is ACTIVE.",
      "It stays ACTIVE if a code stops being usable: `problems` reports it, and grants of that rule fail.",
      "A deleted incentive is not returned by any query. Its grants remain.",
    ],
  },
  {
    title: "Grant",
    values: [["state", "GrantState"]],
    moves: [
      "One grant per rule and response. PENDING until the customer is known, and verified if the incentive requires it; then CAPPED if the customer's limit is reached, HELD if the response's trustScore is below the incentive's minTrustScore (equal is not held), else ISSUING → ISSUED.",
      "HELD → release_incentive_grant → ISSUING → ISSUED, or FAILED; HELD → decline_incentive_grant → DECLINED. Repeating a decision changes nothing, the opposite one is ALREADY_DECIDED.",
      "ISSUED → REDEEMED by an order with its code, and back to ISSUED if the store removes the code from the order; ISSUED → EXPIRED when it ends; REDEEMED → REVERSED when the order is fully refunded or cancelled. Credits, entitlements and labels are never REDEEMED; they are REVERSED when every order attributed to their response is cancelled or fully refunded.",
      "FAILED has a failureReason, e.g. POOL_EMPTY, CODE_EXPIRED, CODE_NOT_ACTIVE, CODE_EXHAUSTED. CAPPED, DECLINED, FAILED and REVERSED are final.",
      "The customer's limit counts all grants except FAILED, DECLINED and CAPPED ones.",
    ],
  },
  {
    title: "Order",
    values: [
      ["orderStatus", "OrderStatus"],
      ["financialStatus", "OrderFinancialStatus"],
      ["fulfillmentStatus", "OrderFulfillmentStatus"],
    ],
    moves: ["Read-only: the store sends each status, and the version with the newest providerUpdatedAt is kept."],
  },
  {
    title: "Checkout",
    values: [
      ["stage", "CheckoutStage"],
      ["status", "CheckoutStatus"],
    ],
    moves: [
      "Read-only. OPEN → CONVERTED once its order is known (final); OPEN → ABANDONED after a time without updates (one day by default), and back to OPEN when the store sends an update.",
    ],
  },
];
