import type { ManifestInput } from "@offergraph/shared/schema/manifest";
import { heldGrants } from "./held-grants.js";
import { lookIntoHeldGrants } from "./look-into-held-grants.js";
import { samples } from "./samples.js";

const stateMachines: ManifestInput["stateMachines"] = [
  {
    title: "Incentive",
    plural: "incentives",
    type: "Incentive",
    fields: ["status"],
    edges: [
      { from: ["DRAFT", "PAUSED"], to: "ACTIVE", by: "update_incentive" },
      { from: ["ACTIVE"], to: "PAUSED", by: "update_incentive" },
      { from: ["DRAFT", "ACTIVE", "PAUSED"], to: "ARCHIVED", by: "update_incentive" },
      { from: ["ARCHIVED"], to: "DRAFT", by: "update_incentive" },
    ],
    transitions: [
      "Only an ACTIVE incentive creates grants. To become ACTIVE, an incentive needs a form and at least one rule. Each discount code of the incentive's rules must be ACTIVE, or SCHEDULED with a start time, and must not be exhausted. The store connections of the incentive's rules must exist. If a condition is not met, update_incentive returns INVALID_TRANSITION. A form can have at most 100 ACTIVE incentives; the activation of another incentive returns LIMIT_EXCEEDED. The form and the last rule of an ACTIVE incentive cannot be removed.",
      "An incentive stays ACTIVE if the code of a rule becomes unusable or the connection of a rule is deleted. The incentive's field `problems` then contains the problem, and new grants of the rule fail.",
      "No query returns a deleted incentive, but its grants remain.",
    ],
  },
  {
    title: "Grant",
    plural: "grants",
    type: "Grant",
    fields: ["state"],
    edges: [
      { from: ["PENDING"], to: "ISSUING", by: "the identification or verification of the customer" },
      { from: ["PENDING"], to: "HELD", by: "a trustScore below the incentive's minTrustScore" },
      { from: ["PENDING"], to: "CAPPED", by: "the customer's limit" },
      { from: ["PENDING", "ISSUING"], to: "FAILED", by: "a code that cannot be issued" },
      { from: ["HELD"], to: "ISSUING", by: "release_incentive_grant or bulk_release_incentive_grants" },
      { from: ["HELD"], to: "DECLINED", by: "decline_incentive_grant or bulk_decline_incentive_grants" },
      { from: ["ISSUING"], to: "ISSUED", by: "the issued code, credit, entitlement or label" },
      { from: ["ISSUED"], to: "REDEEMED", by: "an order with the grant's code" },
      { from: ["ISSUED"], to: "EXPIRED", by: "the end of the grant or of its code" },
      { from: ["EXPIRED"], to: "ISSUED", by: "a new status of the grant's expired code" },
      { from: ["REDEEMED"], to: "ISSUED", by: "an order from which the store removed the code" },
      { from: ["REDEEMED", "ISSUED"], to: "REVERSED", by: "orders that were canceled or fully refunded" },
    ],
    transitions: [
      "Each rule creates at most one grant per response. The grant is PENDING until the service knows the customer. If the incentive requires a verified customer, the grant is PENDING until the customer is verified. A PENDING grant becomes CAPPED if the customer's limit is reached, or HELD if the response's trustScore is below the incentive's minTrustScore. Otherwise the grant becomes ISSUING and then ISSUED.",
      "release_incentive_grant changes a HELD grant to ISSUING, and then to ISSUED or FAILED. decline_incentive_grant changes a HELD grant to DECLINED. If a decision is repeated, nothing changes. The opposite decision returns ALREADY_DECIDED.",
      "ISSUED becomes REDEEMED when an order uses the grant's code. REDEEMED becomes ISSUED again if the store removes the code from the order. ISSUED becomes EXPIRED when the grant expires. REDEEMED becomes REVERSED when the order is canceled or fully refunded. Credits, entitlements and labels are never REDEEMED. Grants of credits, entitlements and labels become REVERSED when every order attributed to the grant's response is canceled or fully refunded.",
      "A FAILED grant has a failureReason, such as POOL_EMPTY, CODE_EXPIRED, CODE_NOT_ACTIVE, CODE_EXHAUSTED. CAPPED, DECLINED, FAILED and REVERSED are final.",
      "FAILED, DECLINED and CAPPED grants do not count toward the customer's limit.",
    ],
  },
];

export const manifest: ManifestInput = {
  samples,
  listFields: {
    Incentive: "rowId, name, status, form.formSlug, audience, limitCount, limitPeriod, minTrustScore",
    Grant: "rowId, state, kindSlug, incentive.name, formResponseId, customerVerified, trustScore, trustReasons",
  },
  common: ["list_grants", "create_incentive", "update_incentive", "bulk_release_incentive_grants"],
  toolsets: [
    {
      name: "credits",
      operations: [
        ...["list_grants", "get_credit_ledger", "spend_credit", "use_entitlement"],
        ...["bulk_release_incentive_grants", "bulk_decline_incentive_grants"],
      ],
    },
  ],
  stateMachines,
  prompts: [lookIntoHeldGrants],
  resources: [heldGrants],
  guide: {
    manages: "incentives (rewards for answering a form) and their grants",
    refNames: ["the name of an incentive or channel"],
    irreversible: ["releasing a grant"],
  },
};
