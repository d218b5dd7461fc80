import type { PublicRequest } from "@offergraph/service/subgraph/routes";
import { HttpError } from "@offergraph/shared/errors/http-error";
import { traceparentHeader } from "@offergraph/shared/telemetry/trace";
import type { FormsDeps } from "../../deps.js";
import type { VisitorRequest } from "../../services/responses/visitor-request.js";
import type { SignedRequest } from "../../services/secrets/placement-secrets.js";
import { admitAll, admitOrigin } from "./origins.js";

/** Header with which a shop's server signs a request. The gateway forwards it. */
const serverSignatureHeader = "offergraph-server-signature";

/** Reads a request. Until a placement is known, pages of any origin can read the errors. */
export function readRequest({ publicUrl }: Pick<FormsDeps, "publicUrl">, visit: PublicRequest): VisitorRequest {
  const { params, address, requestId, log, request } = visit;
  const { "user-agent": userAgent, "accept-language": acceptLanguage, [traceparentHeader]: traceparent } = request.headers;
  admitAll(visit);
  return {
    publicKey: params.publicKey ?? "",
    address,
    userAgent,
    acceptLanguage,
    requestId,
    traceparent: typeof traceparent === "string" ? traceparent : undefined,
    log,
    admit: (placement) => admitOrigin(visit, placement, publicUrl),
  };
}

export function readSigned({ request, url }: PublicRequest, body: Buffer): SignedRequest {
  const header = request.headers[serverSignatureHeader];
  return { header: header && String(header), method: request.method ?? "", path: url.pathname, body };
}

export function readVisitorId({ url }: PublicRequest): string | undefined {
  const visitorId = url.searchParams.get("visitorId");
  if (visitorId !== null && (visitorId.trim() === "" || visitorId.length > 255))
    throw new HttpError(400, "BAD_USER_INPUT", "visitorId must be a string of 1-255 characters.");
  return visitorId ?? undefined;
}
