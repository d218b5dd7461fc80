import { effectiveLevel, hashKey, newKey, roleCap, suffixOf } from "@offergraph/shared/access/api-key";
import { type AccessLevel, allows } from "@offergraph/shared/access/principal";
import { base62, randomText } from "@offergraph/shared/access/random-text";
import { apiKeyCreated, apiKeyRevoked } from "@offergraph/shared/contracts/events/workspace";
import { countActiveKeys, extendApiKey, lockApiKey } from "../../db/api-keys.js";
import { readMembers } from "../../db/members.js";
import { type CodeRow, enlistTokens, insertTokens, lockCode, lockToken, markCodeUsed, markTokenUsed } from "../../db/oauth.js";
import { findWorkspaceOfSecret } from "../../db/secrets.js";
import { lockWorkspace } from "../../db/workspaces.js";
import { OAuthError } from "../../domain/oauth/oauth-error.js";
import type { Tx } from "../../tx.js";
import { connectApp, revokeAny } from "../keys/keys.js";
import { requireWorkspace } from "../settings/settings.js";
import type { OAuthDeps } from "./deps.js";
import { isVerifierOf } from "./pkce.js";

export const accessTokenSeconds = 3_600;
const refreshDays = 30;
const maxApps = 100;
const emits = [apiKeyCreated, apiKeyRevoked];

export interface Tokens {
  accessToken: string;
  refreshToken: string;
  level: AccessLevel;
}

const invalidCode = () => new OAuthError("invalid_grant", "The code is invalid, has expired, was used, or belongs to another request.");
const invalidToken = () =>
  new OAuthError("invalid_grant", "The refresh token is invalid, has expired, was used, or its access was revoked.");

const after = ({ now }: Pick<Tx, "now">, seconds: number) => new Date(now.getTime() + seconds * 1_000);
const refreshEnd = (tx: Pick<Tx, "now">) => after(tx, refreshDays * 86_400);
const isOver = ({ now }: Pick<Tx, "now">, expiresAt: string) => new Date(expiresAt) <= now;

interface Redemption {
  code: string;
  clientId: string;
  verifier: string | undefined;
  /** Checked if present. OAuth 2.1 does not require this parameter, because PKCE binds the code to the request. */
  redirectUri: string | undefined;
}

/** Exchanges an authorization code for tokens, and connects the app. A second use of the code revokes the tokens of the first use. */
export async function redeemCode({ pool, database }: OAuthDeps, given: Redemption): Promise<Tokens> {
  const hash = hashKey(given.code);
  const workspaceId = await findWorkspaceOfSecret(pool, "code", hash);
  if (workspaceId === undefined) throw invalidCode();
  const tokens = await database.transaction({ workspaceId, emits }, async (tx) => {
    const code = await lockCode(tx, hash);
    if (!code || code.clientHash !== hashKey(given.clientId)) return undefined;
    // The transaction must not fail here, because it would not revoke the tokens.
    if (code.keyId !== null) return revokeAny(tx, code.keyId);
    if (isOver(tx, code.expiresAt) || !isVerifierOf(code.challenge, given.verifier)) return undefined;
    if (given.redirectUri !== undefined && given.redirectUri !== code.redirectUri) return undefined;
    return connect(tx, code);
  });
  if (!tokens) throw invalidCode();
  return tokens;
}

async function connect(tx: Tx<typeof apiKeyCreated>, { hash, memberId, level, appName, clientHash }: CodeRow): Promise<Tokens | undefined> {
  await lockWorkspace(tx);
  const [member] = await readMembers(tx.sql, [memberId]);
  if (!member || member.removedAt !== null || !allows(roleCap(member.role), level)) return undefined;
  if ((await countActiveKeys(tx, ["APP"])) >= maxApps)
    throw new OAuthError("invalid_grant", `A workspace can have at most ${maxApps} connected apps. Revoke the access of an app first.`);
  const made = await newTokens(tx);
  const app = { name: appName, level, suffix: suffixOf(made.accessToken), expiresAt: refreshEnd(tx), createdBy: memberId };
  const keyId = await connectApp(tx, app);
  await storeTokens(tx, made, keyId, clientHash);
  await markCodeUsed(tx, hash, keyId);
  return { ...made, level };
}

/**
 * Exchanges a refresh token for new tokens. A second use of a refresh token revokes the app's access (RFC 9700 4.14.2). `checkLevel` throws
 * an error if the app asks for more than this level.
 */
export async function refreshTokens(
  { pool, database }: OAuthDeps,
  text: string,
  clientId: string,
  checkLevel: (level: AccessLevel) => void,
): Promise<Tokens> {
  const hash = hashKey(text);
  const workspaceId = await findWorkspaceOfSecret(pool, "token", hash);
  if (workspaceId === undefined) throw invalidToken();
  const tokens = await database.transaction({ workspaceId, emits }, async (tx) => {
    const token = await lockToken(tx, hash);
    if (!token?.isRefresh || token.clientHash !== hashKey(clientId)) return undefined;
    const { keyId, clientHash } = token;
    if (token.usedAt !== null) return revokeAny(tx, keyId);
    const app = await lockApiKey(tx, keyId);
    const [member] = app ? await readMembers(tx.sql, [app.createdBy]) : [];
    if (!app || app.revokedAt !== null || !member || member.removedAt !== null || isOver(tx, token.expiresAt)) return undefined;
    const level = effectiveLevel(app.level, member.role);
    checkLevel(level);
    await markTokenUsed(tx, hash);
    await extendApiKey(tx, keyId, refreshEnd(tx));
    const made = await newTokens(tx);
    await storeTokens(tx, made, keyId, clientHash);
    return { ...made, level };
  });
  if (!tokens) throw invalidToken();
  return tokens;
}

/** Revokes the access of the app that has this access or refresh token (RFC 7009). Does nothing for an unknown token. */
export async function revokeToken({ pool, database }: OAuthDeps, text: string, clientId: string): Promise<void> {
  const hash = hashKey(text);
  const workspaceId = await findWorkspaceOfSecret(pool, "token", hash);
  if (workspaceId === undefined) return;
  await database.transaction({ workspaceId, emits }, async (tx) => {
    const token = await lockToken(tx, hash);
    if (!token) return;
    if (token.clientHash !== hashKey(clientId)) throw new OAuthError("invalid_grant", "The token belongs to another client.");
    await revokeAny(tx, token.keyId);
  });
}

async function newTokens(tx: Tx) {
  const { isTest } = await requireWorkspace(tx);
  return { accessToken: newKey("APP", isTest), refreshToken: `rt_${isTest ? "test" : "live"}_${randomText(43, base62)}` };
}

async function storeTokens(tx: Tx, made: Pick<Tokens, "accessToken" | "refreshToken">, keyId: string, clientHash: string): Promise<void> {
  const access = { hash: hashKey(made.accessToken), expiresAt: after(tx, accessTokenSeconds), isRefresh: false };
  const refresh = { hash: hashKey(made.refreshToken), expiresAt: refreshEnd(tx), isRefresh: true };
  await insertTokens(tx, [
    { ...access, keyId, clientHash },
    { ...refresh, keyId, clientHash },
  ]);
  await enlistTokens(tx);
}
