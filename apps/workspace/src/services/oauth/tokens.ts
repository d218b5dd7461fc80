import { hashKey, isWellFormed, newKey } from "@offergraph/shared/access/api-key";
import type { AccessLevel } from "@offergraph/shared/access/principal";
import { base62, randomText } from "@offergraph/shared/access/random-text";
import { apiKeyCreated, apiKeyRevoked } from "@offergraph/shared/contracts/events/workspace";
import { lockApiKey } from "../../db/api-keys.js";
import { insertTokens, readToken, type TokenRow } from "../../db/oauth.js";
import { tokenRetention } from "../../db/retention.js";
import type { ApiKeyRow } from "../../db/rows.js";
import { findWorkspaceOfSecret } from "../../db/secrets.js";
import { OAuthError } from "../../domain/oauth/oauth-error.js";
import type { Tx } from "../../tx.js";
import { revokeAny } from "../keys/keys.js";
import { requireWorkspace } from "../settings/settings.js";
import { oauthAudit } from "./audit.js";
import type { OAuthDeps } from "./deps.js";

export const accessTokenSeconds = 3_600;
const refreshDays = 30;
const refreshFormat = /^rt_(?:live|test)_[0-9A-Za-z]{43}$/;
export const emits = [apiKeyCreated, apiKeyRevoked];

export interface Tokens {
  accessToken: string;
  refreshToken: string;
  /** Level of the access token. */
  level: AccessLevel;
}

const after = ({ now }: Pick<Tx, "now">, seconds: number) => new Date(now.getTime() + seconds * 1_000);
export const refreshEnd = (tx: Pick<Tx, "now">) => after(tx, refreshDays * 86_400);
export const isOver = ({ now }: Pick<Tx, "now">, expiresAt: string) => new Date(expiresAt) <= now;

/** True if a text has the format of a refresh token. */
export const isRefreshToken = (text: string): boolean => refreshFormat.test(text);
const isAccessToken = (text: string) => text.startsWith("at_") && isWellFormed(text);

/** Returns the token with this hash and its app. Locks the app before the token, like all transactions that change tokens. */
export async function lockGrant(tx: Pick<Tx, "sql">, hash: string): Promise<{ app: ApiKeyRow; token: TokenRow } | undefined> {
  const seen = await readToken(tx, hash);
  const app = seen && (await lockApiKey(tx, seen.keyId));
  const token = app && (await readToken(tx, hash));
  return token && { app, token };
}

/** Revokes the access of the app that owns a token (RFC 7009). Does nothing for an unknown token. */
export async function revokeToken({ pool, database }: OAuthDeps, text: string, clientId: string): Promise<void> {
  if (!isRefreshToken(text) && !isAccessToken(text)) return;
  const hash = hashKey(text);
  const workspaceId = await findWorkspaceOfSecret(pool, "token", hash);
  if (workspaceId === undefined) return;
  await database.transaction({ workspaceId, emits, audit: oauthAudit("/oauth/revoke") }, async (tx) => {
    const grant = await lockGrant(tx, hash);
    if (!grant) return;
    if (grant.token.clientHash !== hashKey(clientId)) throw new OAuthError("invalid_grant", "The token belongs to another client.");
    await revokeAny(tx, grant.app.rowId);
  });
}

/**
 * Revokes an app's access after the second use of a code or refresh token, which may be stolen (RFC 9700 4.14.2). Logs a warning only if
 * the app had access.
 */
export async function endReplayed(tx: Tx<typeof apiKeyRevoked>, { log }: OAuthDeps, keyId: string, secret: string): Promise<undefined> {
  const app = await revokeAny(tx, keyId);
  if (!app) return undefined;
  const { workspaceId, name } = app;
  tx.onCommit(() => log.warn({ workspaceId, keyId, app: name, secret }, "OAuth secret used twice; revoked the access of the app"));
  return undefined;
}

export async function newTokens(tx: Tx): Promise<Omit<Tokens, "level">> {
  const { isTest } = await requireWorkspace(tx);
  return { accessToken: newKey("APP", isTest), refreshToken: `rt_${isTest ? "test" : "live"}_${randomText(43, base62)}` };
}

export async function storeTokens(tx: Tx, { accessToken, refreshToken, level }: Tokens, grant: Pick<TokenRow, "keyId" | "clientHash">) {
  const { keyId, clientHash } = grant;
  const access = { hash: hashKey(accessToken), expiresAt: after(tx, accessTokenSeconds), isRefresh: false, level };
  const refresh = { hash: hashKey(refreshToken), expiresAt: refreshEnd(tx), isRefresh: true, level: null };
  await insertTokens(tx, [
    { ...access, keyId, clientHash },
    { ...refresh, keyId, clientHash },
  ]);
  await tokenRetention.add(tx);
}
