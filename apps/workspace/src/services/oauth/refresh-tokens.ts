import { effectiveLevel, hashKey } from "@offergraph/shared/access/api-key";
import type { AccessLevel } from "@offergraph/shared/access/principal";
import { extendApiKey } from "../../db/api-keys.js";
import { readMembers } from "../../db/members.js";
import { markTokenUsed, readRefreshes, trimTokens } from "../../db/oauth.js";
import { findWorkspaceOfSecret } from "../../db/secrets.js";
import { OAuthError } from "../../domain/oauth/oauth-error.js";
import type { Tx } from "../../tx.js";
import type { OAuthDeps } from "./deps.js";
import {
  accessTokenSeconds,
  emits,
  endReplayed,
  isOver,
  isRefreshToken,
  lockGrant,
  newTokens,
  refreshEnd,
  storeTokens,
  type Tokens,
} from "./tokens.js";

/** After a refresh, an app keeps at least this number of its newest access tokens and of its newest refresh tokens. */
const earlierTokens = 20;
// Used refresh tokens are stored for a day, to detect a second use. `maxRefreshes` limits the number of used tokens.
const keptMs = 86_400_000;
const maxRefreshes = 30;
// `maxRefreshes` limits the refreshes within the lifetime of an access token, so an app at the limit still has a valid access token.
const windowMs = accessTokenSeconds * 1_000;

const invalidToken = () =>
  new OAuthError("invalid_grant", "The refresh token is invalid, has expired, was used, or its access was revoked.");

interface Refresh {
  token: string;
  clientId: string;
  /** Returns the level of the new access token. `granted` is the level of the app. Throws an error if the app requests a higher level. */
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
    // Returns undefined instead of throwing, because an error would roll back the revocation of the app's access.
    if (token.usedAt !== null) return endReplayed(tx, deps, app.rowId, "refresh token");
    const [member] = await readMembers(tx.sql, [app.createdBy]);
    if (app.revokedAt !== null || !member || member.removedAt !== null || isOver(tx, token.expiresAt)) return undefined;
    const level = narrow(effectiveLevel(app.level, member.role));
    await limitRefreshes(tx, app.rowId);
    await markTokenUsed(tx, hash);
    await trimTokens(tx, app.rowId, earlierTokens, before(tx, keptMs));
    await extendApiKey(tx, app.rowId, refreshEnd(tx));
    const made = { ...(await newTokens(tx)), level };
    await storeTokens(tx, made, token);
    return made;
  });
  if (!tokens) throw invalidToken();
  return tokens;
}

const before = ({ now }: Pick<Tx, "now">, milliseconds: number) => new Date(now.getTime() - milliseconds);

/** Throws OAuthError if an app has used `maxRefreshes` refresh tokens within an hour. The caller must have locked the app. */
async function limitRefreshes(tx: Pick<Tx, "sql" | "now">, keyId: string): Promise<void> {
  const { count, first } = await readRefreshes(tx, keyId, before(tx, windowMs));
  if (count < maxRefreshes || first === null) return;
  const retryAfter = Math.ceil((Date.parse(first) + windowMs - tx.now.getTime()) / 1_000);
  const message = `The app has refreshed its tokens ${maxRefreshes} times within an hour. Use the newest access token, and send the refresh request later.`;
  throw new OAuthError("temporarily_unavailable", message, retryAfter);
}
