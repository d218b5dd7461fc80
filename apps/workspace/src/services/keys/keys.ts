import { randomUUID } from "node:crypto";
import { rejectWith } from "@offergraph/service/mutations/reject-with";
import { hashKey, newKey, roleCap, suffixOf } from "@offergraph/shared/access/api-key";
import { apiKeyCreated, apiKeyRevoked } from "@offergraph/shared/contracts/events/workspace";
import { newId } from "@offergraph/shared/time/ids";
import {
  countActiveKeys,
  insertApiKey,
  lockApiKey,
  lockAppsOfSession,
  lockConnectionKeys,
  type NewApiKeyRow,
  readApiKeys,
  revokeApiKey,
} from "../../db/api-keys.js";
import { readMembers } from "../../db/members.js";
import { deleteTokens } from "../../db/oauth.js";
import type { ApiKeyRow, MemberRow } from "../../db/rows.js";
import { lockWorkspace } from "../../db/workspaces.js";
import { checkNewKey, type NewKey } from "../../domain/api-keys.js";
import type { MutationTx, Tx } from "../../tx.js";
import { requireWorkspace } from "../settings/settings.js";

const maxActiveKeys = 100;

/** Returns the secret, which is not stored. */
export async function createKey(
  tx: MutationTx<typeof apiKeyCreated>,
  creatorId: string,
  key: NewKey,
): Promise<{ apiKey: ApiKeyRow; secret: string }> {
  // Without the lock, concurrent transactions could exceed the maximum number of keys.
  await lockWorkspace(tx);
  const { isTest } = await requireWorkspace(tx);
  const creator = await requireCreator(tx, creatorId);
  checkNewKey(key, creator.role, tx.now, tx.errors);
  if (tx.actor !== null && (await countActiveKeys(tx, ["SECRET", "PUBLISHABLE"])) >= maxActiveKeys)
    tx.errors.add(["input"], "LIMIT_EXCEEDED", `A workspace can have at most ${maxActiveKeys} active keys. Revoke a key first.`);
  tx.check();
  const secret = newKey(key.kind, isTest);
  const rowId = newId();
  const { origins, name, ...rest } = key;
  const stored = { ...rest, name: name.trim(), origins: [...origins], hash: hashKey(secret), suffix: suffixOf(secret) };
  return { apiKey: await storeKey(tx, { ...stored, rowId, createdBy: creator.rowId, sessionId: null }), secret };
}

async function storeKey(tx: Tx<typeof apiKeyCreated>, key: NewApiKeyRow): Promise<ApiKeyRow> {
  await insertApiKey(tx, key);
  const apiKey = await requireKey(tx, key.rowId);
  tx.emit(apiKeyCreated, key.rowId, dataOf(apiKey));
  return apiKey;
}

/** An app that a member connects with OAuth. `suffix` contains the last characters of the app's first access token. */
export type NewApp = Pick<NewApiKeyRow, "name" | "level" | "suffix" | "expiresAt" | "createdBy" | "sessionId">;

/** Creates the key of a connected app. The key has no text, because the app sends access tokens. Returns the key's id. */
export async function connectApp(tx: Tx<typeof apiKeyCreated>, app: NewApp): Promise<string> {
  const nothing = { origins: [], connectionId: null, limitPerMinute: null, persistedOnly: false, hash: hashKey(randomUUID()) };
  return (await storeKey(tx, { ...app, ...nothing, kind: "APP", rowId: newId() })).rowId;
}

/** Revokes a key and returns the revoked key. Returns undefined if the key is already revoked. */
export async function revokeAny(tx: Tx<typeof apiKeyRevoked>, keyId: string): Promise<ApiKeyRow | undefined> {
  const key = await lockApiKey(tx, keyId);
  return key?.revokedAt === null ? revokeLocked(tx, key) : undefined;
}

/** Revokes a locked key. If the key is an app, deletes the app's tokens. If the key is a session, revokes the session's apps. */
async function revokeLocked(tx: Tx<typeof apiKeyRevoked>, key: ApiKeyRow): Promise<ApiKeyRow> {
  await revokeApiKey(tx, key.rowId);
  const revoked = await requireKey(tx, key.rowId);
  tx.emit(apiKeyRevoked, revoked.rowId, dataOf(revoked));
  if (key.kind === "APP") await deleteTokens(tx, key.rowId);
  if (key.kind === "SESSION") for (const appId of await lockAppsOfSession(tx, key)) await revokeAny(tx, appId);
  return revoked;
}

/** Creates a session, a key that can create and revoke keys. Only operators can create sessions. */
export async function signIn(tx: MutationTx<typeof apiKeyCreated>, memberId: string, hours: number) {
  const { role } = await requireCreator(tx, memberId);
  return createKey(tx, memberId, {
    name: "Session",
    kind: "SESSION",
    level: roleCap(role),
    origins: [],
    connectionId: null,
    limitPerMinute: null,
    persistedOnly: false,
    expiresAt: new Date(tx.now.getTime() + hours * 3_600_000),
  });
}

/**
 * Revokes a key. Does nothing if the key is already revoked. The role MEMBER can revoke only the member's own keys. Only owners can revoke
 * the keys of owners.
 */
export async function revokeKey(tx: MutationTx<typeof apiKeyRevoked>, keyId: string): Promise<ApiKeyRow> {
  const key = await lockApiKey(tx, keyId);
  if (!key || !(await mayRevoke(tx, key)))
    return rejectWith(tx, ["input", "apiKeyId"], "NOT_FOUND", "This workspace has no API key with this id, or you may not revoke the key.");
  return key.revokedAt === null ? revokeLocked(tx, key) : key;
}

/** Revokes the keys of a deleted store connection. Does nothing for keys that are already revoked. */
export async function revokeConnectionKeys(tx: Tx<typeof apiKeyRevoked>, connectionId: string): Promise<void> {
  for (const rowId of await lockConnectionKeys(tx, connectionId)) await revokeAny(tx, rowId);
}

async function mayRevoke({ sql, actor }: MutationTx, { createdBy }: ApiKeyRow): Promise<boolean> {
  if (actor === null || actor.memberId === createdBy) return true;
  const members = await readMembers(sql, [actor.memberId, createdBy]);
  const roleOf = (id: string) => members.find(({ rowId }) => rowId === id)?.role;
  return roleOf(actor.memberId) === "OWNER" || (roleOf(actor.memberId) === "ADMIN" && roleOf(createdBy) !== "OWNER");
}

async function requireCreator({ sql }: MutationTx, memberId: string): Promise<MemberRow> {
  const [member] = await readMembers(sql, [memberId]);
  if (!member) throw new Error(`There is no member ${memberId} in this workspace.`);
  if (member.removedAt) throw new Error(`The member ${memberId} was removed at ${member.removedAt}.`);
  return member;
}

async function requireKey({ sql }: Pick<Tx, "sql">, rowId: string): Promise<ApiKeyRow> {
  const [key] = await readApiKeys(sql, [rowId]);
  if (!key) throw new Error(`Invariant violated: API key ${rowId} not found after a write.`);
  return key;
}

function dataOf({ rowId, createdAt, updatedAt, name, kind, level, suffix, createdBy, connectionId, expiresAt, revokedAt }: ApiKeyRow) {
  return { rowId, createdAt, updatedAt, name, kind, level, endsWith: suffix, memberId: createdBy, connectionId, expiresAt, revokedAt };
}
