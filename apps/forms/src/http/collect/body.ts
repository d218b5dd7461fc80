import type { PublicRequest } from "@offergraph/service/subgraph/routes";
import { HttpError } from "@offergraph/shared/errors/http-error";
import { Violations } from "@offergraph/shared/errors/user-error";
import { parseObject } from "@offergraph/shared/http/body";
import type { Ref } from "@offergraph/shared/schema/ref";
import { changeFields, checkFields, maxFound, startFields } from "../../domain/collect-fields.js";
import type { Json } from "../../domain/draft-walk.js";

/** A customer, by the store's reference. */
export interface GivenCustomer {
  ref: string;
  email?: string | null;
  name?: string | null;
  /** HMAC-SHA256 of the reference, with a secret of the placement as the key. */
  signature?: string | null;
}

/** The body of POST …/responses. */
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

/** The body of PATCH …/responses/{id}. */
export interface Change {
  /** Merged into the stored answers; null removes an answer. */
  answers?: Json | null;
  customer?: GivenCustomer | null;
  outcome?: "COMPLETE" | "SKIPPED" | null;
  trap?: string | null;
}

interface Read<Body> {
  body: Body;
  /** The raw body. */
  bytes: Buffer;
  violations: Violations;
}

/** Reads the body and validates its fields. The body has its declared type only if there are no violations. */
export const readStart = (visit: PublicRequest) => read<Start>(visit, startFields);
export const readChange = (visit: PublicRequest) => read<Change>(visit, changeFields);

async function read<Body>(visit: PublicRequest, fields: typeof startFields): Promise<Read<Body>> {
  const bytes = await visit.body();
  const body = parseObject(bytes);
  if (Array.isArray(body)) throw new HttpError(400, "BAD_REQUEST", "The request body must be a JSON object.");
  const violations = new Violations({ most: maxFound });
  checkFields(body, fields, [], violations);
  return { body: body as Body, bytes, violations };
}
