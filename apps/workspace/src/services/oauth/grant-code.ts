import { effectiveLevel, hashKey, isWellFormed } from "@offergraph/shared/access/api-key";
import { type AccessLevel, allows } from "@offergraph/shared/access/principal";
import { base62, randomText } from "@offergraph/shared/access/random-text";
import { insertCode, readSession } from "../../db/oauth.js";
import { tokenRetention } from "../../db/retention.js";
import { findWorkspaceOfSecret } from "../../db/secrets.js";
import type { OAuthDeps } from "./deps.js";

const codeLength = 43;
const codeFormat = /^[0-9A-Za-z]{43}$/;
const codeMs = 60_000;

/** True if a text has the format of an authorization code. */
export const isCode = (text: string): boolean => codeFormat.test(text);

interface Session {
  workspaceId: string;
  keyId: string;
  memberId: string;
  /** The highest level that the member may give to an app. */
  level: AccessLevel;
}

/** Returns the session with this text. Returns undefined for other texts, and for a session that no longer works. */
async function findSession({ pool, database, clock }: OAuthDeps, text: string): Promise<Session | undefined> {
  if (!text.startsWith("ms_") || !isWellFormed(text)) return undefined;
  const hash = hashKey(text);
  const workspaceId = await findWorkspaceOfSecret(pool, "session", hash);
  if (workspaceId === undefined) return undefined;
  const session = await readSession((statement) => database.read(workspaceId, statement), hash);
  if (!session || session.revokedAt !== null || session.removedAt !== null) return undefined;
  if (session.expiresAt !== null && new Date(session.expiresAt) <= clock.now()) return undefined;
  const { rowId: keyId, createdBy: memberId, level, role } = session;
  return { workspaceId, keyId, memberId, level: effectiveLevel(level, role) };
}

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
