import { hashKey, roleCap, suffixOf } from "@offergraph/shared/access/api-key";
import { allows } from "@offergraph/shared/access/principal";
import type { apiKeyCreated, apiKeyRevoked } from "@offergraph/shared/contracts/events/workspace";
import { countActiveKeys, lockApiKey, readIdleApps } from "../../db/api-keys.js";
import { readMembers } from "../../db/members.js";
import { type CodeRow, lockCode, markCodeUsed } from "../../db/oauth.js";
import { findWorkspaceOfSecret } from "../../db/secrets.js";
import { lockWorkspace } from "../../db/workspaces.js";
import { OAuthError } from "../../domain/oauth/oauth-error.js";
import type { Tx } from "../../tx.js";
import { connectApp, revokeAny } from "../keys/keys.js";
import { oauthAudit } from "./audit.js";
import type { OAuthDeps } from "./deps.js";
import { isCode } from "./grant-code.js";
import { isVerifier, isVerifierOf } from "./pkce.js";
import { emits, endReplayed, isOver, newTokens, refreshEnd, storeTokens, type Tokens } from "./tokens.js";

const maxApps = 100;
const maxAppsOfName = 10;

const invalidCode = () => new OAuthError("invalid_grant", "The code is invalid, has expired, was used, or belongs to another request.");

interface Redemption {
  code: string;
  clientId: string;
  verifier: string | undefined;
  /** The parameter is optional in OAuth 2.1. If present, must be equal to the redirect URI of the authorization request. */
  redirectUri: string | undefined;
}

/** Exchanges an authorization code for tokens, and connects the app. A second use of the code revokes the tokens of the first use. */
export async function redeemCode(deps: OAuthDeps, { code: text, clientId, verifier, redirectUri }: Redemption): Promise<Tokens> {
  if (!isCode(text) || !isVerifier(verifier)) throw invalidCode();
  const hash = hashKey(text);
  const workspaceId = await findWorkspaceOfSecret(deps.pool, "code", hash);
  if (workspaceId === undefined) throw invalidCode();
  const tokens = await deps.database.transaction({ workspaceId, emits, audit: oauthAudit("/oauth/token") }, async (tx) => {
    const code = await lockCode(tx, hash);
    if (!code || code.clientHash !== hashKey(clientId)) return undefined;
    // Only the app, or an attacker who has its secrets, knows the verifier.
    if (!isVerifierOf(code.challenge, verifier)) return undefined;
    // Returns undefined instead of throwing, because an error would roll back the revocation of the tokens.
    if (code.keyId !== null) return endReplayed(tx, deps, code.keyId, "code");
    if (isOver(tx, code.expiresAt)) return undefined;
    if (redirectUri !== undefined && redirectUri !== code.redirectUri) return undefined;
    return connect(tx, code);
  });
  if (!tokens) throw invalidCode();
  return tokens;
}

async function connect(tx: Tx<typeof apiKeyCreated | typeof apiKeyRevoked>, code: CodeRow): Promise<Tokens | undefined> {
  const { hash, memberId, level, appName, clientHash, sessionId } = code;
  await lockWorkspace(tx);
  // Locks the session, because a concurrent revocation must also revoke this app.
  const session = sessionId === null ? undefined : await lockApiKey(tx, sessionId);
  const [member] = await readMembers(tx.sql, [memberId]);
  if (!member || member.removedAt !== null || !allows(roleCap(member.role), level)) return undefined;
  if (session && session.revokedAt !== null) return undefined;
  await replaceIdleApps(tx, { createdBy: memberId, name: appName });
  if ((await countActiveKeys(tx, ["APP"])) >= maxApps)
    throw new OAuthError("invalid_grant", `A workspace can have at most ${maxApps} connected apps. Revoke the access of an app first.`);
  const tokens = { ...(await newTokens(tx)), level };
  const app = { name: appName, level, suffix: suffixOf(tokens.accessToken), expiresAt: refreshEnd(tx), createdBy: memberId, sessionId };
  const keyId = await connectApp(tx, app);
  await storeTokens(tx, tokens, { keyId, clientHash });
  await markCodeUsed(tx, hash, keyId);
  return tokens;
}

/**
 * Makes room for a new app: keeps the `maxAppsOfName` - 1 apps with this name that the member used last, and revokes the others. Otherwise,
 * an app that registers repeatedly would exhaust the workspace's limit of keys.
 */
async function replaceIdleApps(tx: Tx<typeof apiKeyRevoked>, app: { createdBy: string; name: string }): Promise<void> {
  for (const keyId of await readIdleApps(tx, app, maxAppsOfName - 1)) await revokeAny(tx, keyId);
}
