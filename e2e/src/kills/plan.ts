/** What is promised, as far as the expectation needs it. */
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
  /** The discount code that all share, the prefix of those that are made for one, and what the pool has. */
  sharedCode: string;
  prefix: string;
  aliases: string[];
  creditMinor: number;
  seats: number;
  /** The customers who had ordered before. */
  regulars: Set<string>;
}

/** What one visitor does; `late`: says who they are after the outcome. */
export interface PlannedResponse {
  id: string;
  form: PlannedForm;
  outcome: "COMPLETE" | "SKIPPED";
  customerRef: string | null;
  isLate: boolean;
  isRobot: boolean;
  /** What somebody decides about what is held of it. */
  decision: "release" | "decline" | null;
}
