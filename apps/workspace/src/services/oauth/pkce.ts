import { createHash } from "node:crypto";

/** True for a challenge of the method S256 (RFC 7636 4.2). */
export const isChallenge = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text);

/** True if a text has the format of a verifier (RFC 7636 4.1). */
export const isVerifier = (text: string | undefined): text is string => text !== undefined && /^[A-Za-z0-9._~-]{43,128}$/.test(text);

/** True if the challenge is the hash of this verifier. */
export const isVerifierOf = (challenge: string, verifier: string): boolean =>
  createHash("sha256").update(verifier).digest("base64url") === challenge;
