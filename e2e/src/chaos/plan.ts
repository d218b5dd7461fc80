export interface PlannedRule {
  rowId: string;
  kind: "discount" | "billing_credit" | "entitlement" | "metadata";
  outcome: "COMPLETE" | "SKIPPED";
  delivery?: "SHARED" | "UNIQUE" | "POOL";
}

export interface PlannedIncentive {
  rowId: string;
  name: string;
  formId: string;
  audience: "NEW" | "RETURNING" | null;
  limitCount: number | null;
  minTrustScore: number | null;
  rules: PlannedRule[];
}

export interface PlannedForm {
  formId: string;
  formSlug: string;
  publicKey: string;
}

export interface Plan {
  workspaceId: string;
  connectionId: string;
  forms: [PlannedForm, ...PlannedForm[]];
  incentives: PlannedIncentive[];
  /** `prefix` is the prefix of UNIQUE codes, and `aliases` are the codes of the POOL rule. */
  sharedCode: string;
  prefix: string;
  aliases: string[];
  creditMinor: number;
  seats: number;
  /** References of the customers with an order before the first response. */
  regulars: Set<string>;
}

/** A planned response. If `isLate`, the visitor sends the customer reference after the outcome. */
export interface PlannedResponse {
  id: string;
  form: PlannedForm;
  outcome: "COMPLETE" | "SKIPPED";
  customerRef: string | null;
  isLate: boolean;
  isRobot: boolean;
  /** The decision on the response's HELD grants. If null, the grants stay HELD. */
  decision: "release" | "decline" | null;
}
