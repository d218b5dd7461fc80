import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from "node:crypto";
import { PublicError } from "../errors/public-error.js";

/** Access levels of a key, in ascending order. Each level includes the lower levels. */
export type AccessLevel = "READ" | "WRITE" | "ADMIN";

export interface Principal {
  workspaceId: string;
  memberId: string;
  keyId: string;
  level: AccessLevel;
  requestId: string;
  /** Id of the store connection, if the request's key is a connection key. GraphQL requests with a connection key are rejected. */
  connectionId?: string;
  /** True for a member's session, which may manage keys. */
  isSession?: true;
  /** True in a test workspace, which never pushes codes to stores. */
  isTest?: true;
}

export const principalHeader = "x-offergraph-principal";
const lifetimeMs = 30_000;
const rank: Record<AccessLevel, number> = { READ: 0, WRITE: 1, ADMIN: 2 };

/** True if the level `held` includes the level `needed`. */
export function allows(held: AccessLevel, needed: AccessLevel): boolean {
  return rank[held] >= rank[needed];
}

/**
 * Derives a key for one purpose from the shared signing key (HKDF-SHA256). A signature for one purpose is invalid for all other purposes.
 * Returns a KeyObject, because Node 24 needs 8 µs per signature to convert a Buffer to a key.
 */
export function deriveKey(signingKey: string, purpose: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync("sha256", signingKey, "", `offergraph:${purpose}`, 32)));
}

/** The signed parts of a request (compare DPoP, RFC 9449). */
export interface SignedRequest {
  /** The audience, e.g. "orders". */
  service: string;
  method: string;
  path: string;
  /** The whole body. Undefined for a stream, because the gateway signs the request before the body arrives. */
  body: string | Buffer | undefined;
}

/** Returns the signed parts of a GraphQL request. Dry runs have a different signature. Services reject this signature for real requests. */
export function graphqlRequest(service: string, body: string | Buffer, isDryRun = false): SignedRequest {
  return { service, method: "POST", path: isDryRun ? "/graphql#dry-run" : "/graphql", body };
}

/**
 * Signs and verifies a principal together with its request (HMAC-SHA256). A signature is valid for 30 s. `now` is the number of
 * milliseconds since 1970.
 */
export function principalSigner(signingKey: string) {
  const { encode, seal, open } = signed<Principal>(deriveKey(signingKey, "principal"));
  /** Encodes a principal once. Returns a function that can sign any number of requests with this principal. */
  const identify = (principal: Principal, now: number) => {
    const payload = encode(principal, now);
    return (request: SignedRequest): string => seal(payload, partsOf(request));
  };
  return {
    identify,
    sign: (principal: Principal, now: number, request: SignedRequest): string => identify(principal, now)(request),
    /** Returns the principal. Throws PublicError PRINCIPAL_INVALID if the header is absent, forged, expired or for another request. */
    verify: (header: string | undefined, now: number, request: SignedRequest): Principal => open(header, now, partsOf(request)),
  };
}

/** Returns the signed parts of a request. Line feeds separate the parts, so only the last part, the body, may contain line feeds. */
function partsOf({ service, method, path, body }: SignedRequest): (string | Buffer)[] {
  return [`\n${service}\n${method}\n${path}\n${body === undefined ? "stream" : "body"}\n`, body ?? ""];
}

/** Signs and verifies payloads with `key` (see `deriveKey`). The signature also covers `parts`, which the signed text does not contain. */
export function signed<Payload extends object>(key: KeyObject) {
  const mac = (payload: string, parts: readonly (string | Buffer)[]) => {
    const hmac = createHmac("sha256", key);
    // Joins the texts, because each call of `update` takes time.
    let text = payload;
    for (const part of parts) {
      if (typeof part === "string") text += part;
      else {
        hmac.update(text).update(part);
        text = "";
      }
    }
    return hmac.update(text);
  };
  return {
    encode: (said: Payload, now: number, validMs = lifetimeMs): string =>
      Buffer.from(JSON.stringify({ ...said, exp: now + validMs })).toString("base64url"),
    seal: (payload: string, parts: readonly (string | Buffer)[]): string => `${payload}.${mac(payload, parts).digest("base64url")}`,
    open(header: string | undefined, now: number, parts: readonly (string | Buffer)[]): Payload {
      const [payload, signature, more] = (header ?? "").split(".");
      // Compares the signatures as base64url texts, because several texts can decode to the same bytes.
      const given = Buffer.from(signature ?? "");
      const wanted = Buffer.from(mac(payload ?? "", parts).digest("base64url"));
      if (!payload || more !== undefined || given.length !== wanted.length || !timingSafeEqual(given, wanted))
        throw new PublicError("PRINCIPAL_INVALID", "This service accepts requests only from its gateway.");
      const { exp, ...said } = JSON.parse(Buffer.from(payload, "base64url").toString()) as Payload & { exp?: unknown };
      if (typeof exp !== "number" || exp < now)
        throw new PublicError("PRINCIPAL_INVALID", "The signed identity has expired or has no expiry time.");
      return said as unknown as Payload;
    },
  };
}
