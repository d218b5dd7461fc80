import type { PublicRequest } from "@offergraph/service/subgraph/routes";
import { HttpError } from "@offergraph/shared/errors/http-error";
import { Violations } from "@offergraph/shared/errors/user-error";
import { parseObject } from "@offergraph/shared/http/body";
import type { Change, Start } from "../../domain/collect-body.js";
import { changeFields, checkFields, maxFound, startFields } from "../../domain/collect-fields.js";
import type { SignedRequest } from "../../services/secrets/placement-secrets.js";
import { readSigned } from "./visitor-request.js";

interface Read<Body> {
  body: Body;
  signed: SignedRequest;
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
  return { body: body as Body, signed: readSigned(visit, bytes), violations };
}
