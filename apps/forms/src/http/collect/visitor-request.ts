import type { PublicRequest } from "@offergraph/service/subgraph/routes";
import { HttpError } from "@offergraph/shared/errors/http-error";
import { Violations } from "@offergraph/shared/errors/user-error";
import { parseObject } from "@offergraph/shared/http/body";
import { traceparentHeader } from "@offergraph/shared/telemetry/trace";
import type { FormsDeps } from "../../deps.js";
import type { Change, Start, View } from "../../domain/collect-body.js";
import { changeFields, checkFields, maxFound, startFields, viewFields } from "../../domain/collect-fields.js";
import type { VisitorRequest } from "../../services/responses/visitor-request.js";
import type { SignedRequest } from "../../services/secrets/placement-secrets.js";
import { admitAll, admitOrigin } from "./origins.js";

const serverSignatureHeader = "offergraph-server-signature";

/** Reads the URL and headers of a request. Any page can read errors that occur before the call of `admit`. */
export function readRequest({ publicUrl }: Pick<FormsDeps, "publicUrl">, visit: PublicRequest): VisitorRequest {
  const { params, address, requestId, log, request } = visit;
  const { "user-agent": userAgent, "accept-language": acceptLanguage, [traceparentHeader]: traceparent } = request.headers;
  admitAll(visit);
  return {
    ...{ address, userAgent, acceptLanguage, requestId, log },
    publicKey: params.publicKey ?? "",
    traceparent: typeof traceparent === "string" ? traceparent : undefined,
    admit: (placement) => admitOrigin(visit, placement, publicUrl),
  };
}

interface ReadBody<Body> {
  body: Body;
  signed: SignedRequest;
  violations: Violations;
}

/** Reads the body and validates its fields. The body has the declared type only if `violations` is empty. */
export const readStart = (visit: PublicRequest) => readBody<Start>(visit, startFields);
export const readChange = (visit: PublicRequest) => readBody<Change>(visit, changeFields);
export const readView = (visit: PublicRequest) => readBody<View>(visit, viewFields);

async function readBody<Body>(visit: PublicRequest, fields: typeof startFields): Promise<ReadBody<Body>> {
  const bytes = await visit.body();
  const body = parseObject(bytes);
  if (Array.isArray(body)) throw new HttpError(400, "BAD_REQUEST", "The request body must be a JSON object.");
  const violations = new Violations({ most: maxFound });
  checkFields(body, fields, [], violations);
  return { body: body as Body, signed: readSigned(visit, bytes), violations };
}

function readSigned({ request, url }: PublicRequest, body: Buffer): SignedRequest {
  const header = request.headers[serverSignatureHeader];
  return { header: header && String(header), method: request.method ?? "", path: url.pathname, body };
}

export function readVisitorId({ url }: PublicRequest): string | undefined {
  const visitorId = url.searchParams.get("visitorId");
  if (visitorId !== null && (visitorId.trim() === "" || visitorId.length > 255))
    throw new HttpError(400, "BAD_USER_INPUT", "visitorId must be a string of 1-255 characters.");
  return visitorId ?? undefined;
}
