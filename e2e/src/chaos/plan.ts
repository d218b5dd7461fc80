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
  /** Code of SHARED delivery, prefix of UNIQUE codes, and aliases of the POOL. */
  sharedCode: string;
  prefix: string;
  aliases: string[];
  creditMinor: number;
  seats: number;
  /** Customer references with an earlier order. */
  regulars: Set<string>;
}

/** `isLate`: the customer is set after the outcome. */
export interface PlannedResponse {
  id: string;
  form: PlannedForm;
  outcome: "COMPLETE" | "SKIPPED";
  customerRef: string | null;
  isLate: boolean;
  isRobot: boolean;
  /** Decision on its held grants. */
  decision: "release" | "decline" | null;
}
