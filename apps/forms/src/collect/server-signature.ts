import { HttpError } from "@offergraph/shared/errors/http-error";
import type { Visit } from "@offergraph/shared/subgraph/routes";
import { isServerSignature, readServerSignature } from "../secrets/server-signature.js";
import type { Collecting } from "./collecting.js";
import { openSecrets, type Signing } from "./open-secrets.js";

/** The header by which a shop's own server proves that it sends a request. Gateway and proxies pass it on. */
export const serverSignatureHeader = "offergraph-server-signature";

interface Signed extends Signing {
  body: Buffer;
}

/** True if a server that has the placement's secret signed the request; false without a signature. Throws HttpError 401 for a wrong one. */
export async function isFromServer(collecting: Collecting, { request, url }: Visit, { body, ...signing }: Signed): Promise<boolean> {
  const header = request.headers[serverSignatureHeader];
  if (header === undefined) return false;
  const signature = readServerSignature(String(header), signing.now);
  if (!signature) throw invalid("It has to be t=<Unix time in seconds>,v1=<64 hexadecimal digits>, made at most 5 minutes ago.");
  const secrets = await openSecrets(collecting, signing);
  if (isServerSignature(secrets, { ...signature, method: request.method ?? "", path: url.pathname, body })) return true;
  throw invalid(
    "Sign <t>.<method>.<path>.<hexadecimal SHA-256 of the body> with the secret of this placement (HMAC-SHA256), and send the same bytes.",
  );
}

const invalid = (what: string) =>
  new HttpError(401, "SERVER_SIGNATURE_INVALID", `The header Offergraph-Server-Signature is not valid. ${what}`);
