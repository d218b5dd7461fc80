import type { ManifestInput } from "@offergraph/shared/schema/manifest";
import { heldGrants } from "./held-grants.js";
import { lookIntoHeldGrants } from "./look-into-held-grants.js";

const stateMachines: ManifestInput["stateMachines"] = [
  {
    title: "Incentive",
    plural: "incentives",
    type: "Incentive",
    fields: ["status"],
    transitions: [
      "DRAFT → ACTIVE ↔ PAUSED; any → ARCHIVED → DRAFT.",
      "Only an ACTIVE incentive grants. ACTIVE needs a form, at least one rule, and usable discount codes (ACTIVE, or SCHEDULED with a start; not exhausted). A form can have at most 100 ACTIVE incentives (LIMIT_EXCEEDED). The form and the last rule cannot be removed while it is ACTIVE.",
      "It stays ACTIVE if a code stops being usable: `problems` reports it, and grants of that rule fail.",
      "A deleted incentive is not returned by any query. Its grants remain.",
    ],
  },
  {
    title: "Grant",
    plural: "grants",
    type: "Grant",
    fields: ["state"],
    transitions: [
      "One grant per rule and response. PENDING until the customer is known, and verified if the incentive requires it; then CAPPED if the customer's limit is reached, HELD if the response's trustScore is below the incentive's minTrustScore (equal is not held), else ISSUING → ISSUED.",
      "HELD → release_incentive_grant → ISSUING → ISSUED, or FAILED; HELD → decline_incentive_grant → DECLINED. Repeating a decision changes nothing, the opposite one is ALREADY_DECIDED.",
      "ISSUED → REDEEMED by an order with its code, and back to ISSUED if the store removes the code from the order; ISSUED → EXPIRED when it ends; REDEEMED → REVERSED when the order is fully refunded or cancelled. Credits, entitlements and labels are never REDEEMED; they are REVERSED when every order attributed to their response is cancelled or fully refunded.",
      "FAILED has a failureReason, e.g. POOL_EMPTY, CODE_EXPIRED, CODE_NOT_ACTIVE, CODE_EXHAUSTED. CAPPED, DECLINED, FAILED and REVERSED are final.",
      "The customer's limit counts all grants except FAILED, DECLINED and CAPPED ones.",
    ],
  },
];

export const manifest: ManifestInput = {
  stateMachines,
  prompts: [lookIntoHeldGrants],
  resources: [heldGrants],
  guide: {
    manages: "incentives (rewards for answering a form) and their grants",
    refNames: ["the name of an incentive or channel"],
    irreversible: ["releasing a grant"],
  },
};
