import { isObject } from "@offergraph/shared/json/exact-json";
import { RequestError } from "../pipeline/request-error.js";

const sha256 = /^(?:sha256:)?([0-9a-f]{64})$/;

/**
 * Reads the hash of a persisted operation from `extensions.persistedQuery` (Apollo) or `documentId` (GraphQL over HTTP draft). Returns
 * undefined if the request contains no hash. Throws RequestError.
 */
export function persistedHash(extensions: Readonly<Record<string, unknown>> | undefined, documentId: unknown): string | undefined {
  const [hash, other] = new Set([hashOfExtension(extensions?.persistedQuery), hashOfId(documentId)].filter((one) => one !== undefined));
  if (other !== undefined)
    throw invalid('"documentId" and "extensions.persistedQuery" contain different hashes.', "Send the hash of only one document.");
  return hash;
}

function hashOfExtension(given: unknown): string | undefined {
  if (given === undefined || given === null) return undefined;
  const { version, sha256Hash } = isObject(given) ? given : {};
  if (version !== 1 || typeof sha256Hash !== "string" || sha256Hash.length !== 64 || !sha256.test(sha256Hash))
    throw invalid(
      '"extensions.persistedQuery" is not valid.',
      'Send {"version": 1, "sha256Hash": "…"}. The hash has 64 lower-case hexadecimal digits.',
    );
  return sha256Hash;
}

function hashOfId(given: unknown): string | undefined {
  if (given === undefined || given === null || given === "") return undefined;
  const [, hash] = typeof given === "string" ? (sha256.exec(given) ?? []) : [];
  if (hash !== undefined) return hash;
  throw invalid('"documentId" is not valid.', 'Send "sha256:" and the 64 lower-case hexadecimal digits of the document\'s SHA-256.');
}

function invalid(message: string, fix: string): RequestError {
  return new RequestError("BAD_REQUEST", message, { fix });
}
