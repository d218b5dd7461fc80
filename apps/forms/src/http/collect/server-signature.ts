import type { PublicRequest } from "@offergraph/service/subgraph/routes";
import { HttpError } from "@offergraph/shared/errors/http-error";
import type { CollectDeps } from "../../deps.js";
import { openSecrets, type Signing } from "../../services/responses/open-secrets.js";
import { isServerSignature, readServerSignature } from "../../services/secrets/server-signature.js";

/** Header with which a shop's server signs a request. The gateway forwards it. */
export const serverSignatureHeader = "offergraph-server-signature";

interface Signed extends Signing {
  body: Buffer;
}

/** Returns true if the request is signed with the placement's secret, false if it is not signed. Throws HttpError 401 for a wrong one. */
export async function isFromServer(
  collecting: CollectDeps,
  { request, url }: PublicRequest,
  { body, ...signing }: Signed,
): Promise<boolean> {
  const header = request.headers[serverSignatureHeader];
  if (header === undefined) return false;
  const signature = readServerSignature(String(header), signing.now);
  if (!signature)
    throw invalid("Format: t=<Unix time in seconds>,v1=<64 hexadecimal digits>. The time may differ by at most 5 minutes from now.");
  const secrets = await openSecrets(collecting, signing);
  if (isServerSignature(secrets, { ...signature, method: request.method ?? "", path: url.pathname, body })) return true;
  throw invalid(
    "Sign <t>.<method>.<path>.<hexadecimal SHA-256 of the body> with the secret of this placement (HMAC-SHA256), and send exactly the signed body.",
  );
}

const invalid = (what: string) => new HttpError(401, "SERVER_SIGNATURE_INVALID", `Invalid Offergraph-Server-Signature header. ${what}`);
