import { effectiveLevel, hashKey } from "@offergraph/shared/access/api-key";
import type { AccessLevel } from "@offergraph/shared/access/principal";
import { extendApiKey } from "../../db/api-keys.js";
import { readMembers } from "../../db/members.js";
import { markTokenUsed, trimTokens } from "../../db/oauth.js";
import { findWorkspaceOfSecret } from "../../db/secrets.js";
import { OAuthError } from "../../domain/oauth/oauth-error.js";
import type { OAuthDeps } from "./deps.js";
import { emits, endReplayed, isOver, isRefreshToken, lockGrant, newTokens, refreshEnd, storeTokens, type Tokens } from "./tokens.js";

/** Maximum number of earlier access tokens, and of used refresh tokens, that an app keeps. */
const maxEarlierTokens = 20;

const invalidToken = () =>
  new OAuthError("invalid_grant", "The refresh token is invalid, has expired, was used, or its access was revoked.");

interface Refresh {
  token: string;
  clientId: string;
  /** Returns the level of the new access token for the level of the app. Throws an error if the app asks for more. */
  narrow(granted: AccessLevel): AccessLevel;
}

/** Exchanges a refresh token for new tokens. A second use of a refresh token revokes the app's access. */
export async function refreshTokens(deps: OAuthDeps, { token: text, clientId, narrow }: Refresh): Promise<Tokens> {
  if (!isRefreshToken(text)) throw invalidToken();
  const hash = hashKey(text);
  const workspaceId = await findWorkspaceOfSecret(deps.pool, "token", hash);
  if (workspaceId === undefined) throw invalidToken();
  const tokens = await deps.database.transaction({ workspaceId, emits }, async (tx) => {
    const grant = await lockGrant(tx, hash);
    if (!grant?.token.isRefresh || grant.token.clientHash !== hashKey(clientId)) return undefined;
    const { app, token } = grant;
    // The transaction must not fail here, because it would not revoke the access.
    if (token.usedAt !== null) return endReplayed(tx, deps, app.rowId, "refresh token");
    const [member] = await readMembers(tx.sql, [app.createdBy]);
    if (app.revokedAt !== null || !member || member.removedAt !== null || isOver(tx, token.expiresAt)) return undefined;
    const level = narrow(effectiveLevel(app.level, member.role));
    await markTokenUsed(tx, hash);
    await trimTokens(tx, app.rowId, maxEarlierTokens);
    await extendApiKey(tx, app.rowId, refreshEnd(tx));
    const made = { ...(await newTokens(tx)), level };
    await storeTokens(tx, made, token);
    return made;
  });
  if (!tokens) throw invalidToken();
  return tokens;
}
