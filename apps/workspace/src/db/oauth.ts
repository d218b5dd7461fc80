import { type PlainRow, selectColumns } from "@offergraph/service/db/plain-row";
import type { Read } from "@offergraph/service/db/read";
import { type Statement, sql } from "@offergraph/service/db/statement";
import type { ApiKey, Member, OauthCode, OauthToken } from "../generated/prisma/client.js";
import type { Tx } from "../tx.js";

export type SessionRow = PlainRow<
  Pick<ApiKey, "rowId" | "level" | "expiresAt" | "revokedAt" | "createdBy"> & Pick<Member, "role" | "removedAt">
>;

async function readSessionWhere(read: Read, condition: Statement): Promise<SessionRow | undefined> {
  const [session] = await read<SessionRow>(sql`
    SELECT k.row_id AS "rowId", k.level, k.expires_at AS "expiresAt", k.revoked_at AS "revokedAt", k.created_by AS "createdBy",
      m.role, m.removed_at AS "removedAt"
    FROM api_keys k JOIN members m ON m.workspace_id = k.workspace_id AND m.row_id = k.created_by
    WHERE k.kind = 'SESSION' AND ${condition}`);
  return session;
}

export const readSessionOfHash = (read: Read, hash: string) => readSessionWhere(read, sql`k.hash = ${hash}`);
export const readSession = (read: Read, id: string) => readSessionWhere(read, sql`k.row_id = ${id}::uuid`);

type NewCode = Omit<OauthCode, "workspaceId" | "createdAt" | "updatedAt" | "keyId">;

export async function insertCode({ prisma, workspaceId, now }: Tx, code: NewCode): Promise<void> {
  await prisma.oauthCode.create({ data: { ...code, workspaceId, createdAt: now, updatedAt: now } });
}

const codeFields = [
  ...(["hash", "expiresAt", "memberId", "level", "appName", "clientHash", "redirectUri", "challenge", "keyId", "sessionId"] as const),
] satisfies (keyof OauthCode)[];
export type CodeRow = PlainRow<Pick<OauthCode, (typeof codeFields)[number]>>;

export async function lockCode({ sql: run }: Pick<Tx, "sql">, hash: string): Promise<CodeRow | undefined> {
  const [code] = await run<CodeRow>(sql`SELECT ${selectColumns("c", codeFields)} FROM oauth_codes c WHERE c.hash = ${hash} FOR UPDATE`);
  return code;
}

export async function markCodeUsed({ prisma, now }: Tx, hash: string, keyId: string): Promise<void> {
  await prisma.oauthCode.update({ where: { hash }, data: { keyId, updatedAt: now } });
}

type NewToken = Pick<OauthToken, "hash" | "expiresAt" | "keyId" | "clientHash" | "isRefresh" | "level">;

export async function insertTokens({ prisma, workspaceId, now }: Tx, tokens: readonly NewToken[]): Promise<void> {
  await prisma.oauthToken.createMany({ data: tokens.map((token) => ({ ...token, workspaceId, createdAt: now, updatedAt: now })) });
}

const tokenFields = ["hash", "expiresAt", "keyId", "clientHash", "isRefresh", "usedAt"] as const satisfies (keyof OauthToken)[];
export type TokenRow = PlainRow<Pick<OauthToken, (typeof tokenFields)[number]>>;

export async function readToken({ sql: run }: Pick<Tx, "sql">, hash: string): Promise<TokenRow | undefined> {
  const [token] = await run<TokenRow>(sql`SELECT ${selectColumns("t", tokenFields)} FROM oauth_tokens t WHERE t.hash = ${hash}`);
  return token;
}

export async function markTokenUsed({ prisma, now }: Tx, hash: string): Promise<void> {
  await prisma.oauthToken.update({ where: { hash }, data: { usedAt: now, updatedAt: now } });
}

/** Counts the refresh tokens that the app used after the given time. Returns the count and the time of the first use. */
export async function readRefreshes(
  { sql: run }: Pick<Tx, "sql">,
  keyId: string,
  after: Date,
): Promise<{ count: number; first: string | null }> {
  const [row] = await run<{ count: number; first: string | null }>(sql`
    SELECT count(*)::integer AS count, min(t.used_at) AS first
    FROM oauth_tokens t WHERE t.key_id = ${keyId}::uuid AND t.used_at > ${after.toISOString()}::timestamptz`);
  return row ?? { count: 0, first: null };
}

/**
 * Deletes the oldest tokens of an app. Keeps the newest `max` access tokens and the newest `max` refresh tokens. Keeps refresh tokens that
 * are unused or were used at or after `usedBefore`.
 */
export async function trimTokens({ sql: run }: Pick<Tx, "sql">, keyId: string, max: number, usedBefore: Date): Promise<void> {
  await run(sql`
    DELETE FROM oauth_tokens t WHERE t.hash IN (
      SELECT o.hash FROM (
        SELECT a.hash, a.is_refresh, a.used_at, row_number() OVER (PARTITION BY a.is_refresh ORDER BY a.created_at DESC, a.hash) AS place
        FROM oauth_tokens a WHERE a.key_id = ${keyId}::uuid) o
      WHERE o.place > ${max}::integer AND (NOT o.is_refresh OR o.used_at < ${usedBefore.toISOString()}::timestamptz))`);
}

/** Deletes all tokens of an app that lost its access. */
export async function deleteTokens({ sql: run }: Pick<Tx, "sql">, keyId: string): Promise<void> {
  await run(sql`DELETE FROM oauth_tokens t WHERE t.key_id = ${keyId}::uuid`);
}

/**
 * Deletes at most `max` expired codes and `max` expired tokens. Returns the number of deleted codes or the number of deleted tokens,
 * whichever is larger.
 */
export async function deleteExpired({ sql: run }: Pick<Tx, "sql">, before: Date, max: number): Promise<number> {
  const codes = await run(sql`
    DELETE FROM oauth_codes c WHERE c.hash IN (
      SELECT o.hash FROM oauth_codes o WHERE o.expires_at < ${before.toISOString()}::timestamptz
      ORDER BY o.workspace_id, o.expires_at LIMIT ${max}::integer FOR UPDATE SKIP LOCKED)
    RETURNING c.hash`);
  const tokens = await run(sql`
    DELETE FROM oauth_tokens t WHERE t.hash IN (
      SELECT o.hash FROM oauth_tokens o WHERE o.expires_at < ${before.toISOString()}::timestamptz
      ORDER BY o.workspace_id, o.expires_at LIMIT ${max}::integer FOR UPDATE SKIP LOCKED)
    RETURNING t.hash`);
  return Math.max(codes.length, tokens.length);
}
