import { hashKey } from "@offergraph/shared/access/api-key";
import { type AccessLevel, allows } from "@offergraph/shared/access/principal";
import { base62, randomText } from "@offergraph/shared/access/random-text";
import { insertCode } from "../../db/oauth.js";
import { tokenRetention } from "../../db/retention.js";
import type { OAuthDeps } from "./deps.js";
import { findSession } from "./sessions.js";

const codeLength = 43;
const codeFormat = /^[0-9A-Za-z]{43}$/;
const codeMs = 60_000;

/** True if a text has the format of an authorization code. */
export const isCode = (text: string): boolean => codeFormat.test(text);

/** Decision of a member to give an app access. */
export interface Consent {
  session: string;
  level: AccessLevel;
  appName: string;
  clientId: string;
  redirectUri: string;
  challenge: string;
}

export type GrantedCode = { code: string } | { refusal: "NO_SESSION" } | { refusal: "LEVEL"; highest: AccessLevel };

/** Creates an authorization code, which is valid for 60 seconds. */
export async function grantCode(deps: OAuthDeps, { session: text, clientId, ...consent }: Consent): Promise<GrantedCode> {
  const session = await findSession(deps, text);
  if (!session) return { refusal: "NO_SESSION" };
  if (!allows(session.level, consent.level)) return { refusal: "LEVEL", highest: session.level };
  const { workspaceId, keyId, memberId } = session;
  const code = randomText(codeLength, base62);
  await deps.database.transaction({ workspaceId, actor: { keyId, memberId } }, async (tx) => {
    const [hash, clientHash, expiresAt] = [hashKey(code), hashKey(clientId), new Date(tx.now.getTime() + codeMs)];
    await insertCode(tx, { ...consent, hash, clientHash, expiresAt, memberId, sessionId: keyId });
    await tokenRetention.add(tx);
  });
  return { code };
}
