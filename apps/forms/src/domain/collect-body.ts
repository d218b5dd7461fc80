import type { Ref } from "@offergraph/shared/schema/ref";
import type { Json } from "./draft-walk.js";

export interface GivenCustomer {
  ref: string;
  email?: string | null;
  name?: string | null;
  /** HMAC-SHA256 of the customer's reference, keyed with a secret of the placement. */
  signature?: string | null;
}

export interface Start {
  id: string;
  visitorId: string;
  sessionId?: string | null;
  clickId?: string | null;
  clickIdKind?: string | null;
  originRef?: string | null;
  customer?: GivenCustomer | null;
  discountCode?: Ref | null;
  partner?: Ref | null;
  formVariantId?: string | null;
  answers?: Json | null;
  trap?: string | null;
}

export interface Change {
  answers?: Json | null;
  customer?: GivenCustomer | null;
  outcome?: "COMPLETE" | "SKIPPED" | null;
  trap?: string | null;
}

export interface View {
  formVariantId: string;
}

/** Merges new answers into the stored answers. A new answer that is null removes the stored answer. */
export function mergedAnswers(before: Json, given: Json): Json {
  return Object.fromEntries(Object.entries({ ...before, ...given }).filter(([, answer]) => answer !== null));
}
