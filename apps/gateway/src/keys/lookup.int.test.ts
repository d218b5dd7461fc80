import { createPool } from "@offergraph/service/db/pool";
import { hashKey } from "@offergraph/shared/access/api-key";
import { createLogger } from "@offergraph/shared/log/logger";
import { polling } from "@offergraph/testkit/timeouts";
import type pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { keyDatabase } from "../testing/gateway.js";
import { type KeyOptions, TestKeys } from "../testing/keys.js";
import { keyLookup } from "./lookup.js";

let database: Awaited<ReturnType<typeof keyDatabase>>;
let pool: pg.Pool;
let admin: pg.Pool;
beforeAll(async () => {
  database = await keyDatabase();
  const options = { max: 4, applicationName: "test", log: createLogger("test", "silent") };
  pool = createPool({ connectionString: database.connectionString, ...options });
  admin = createPool({ connectionString: database.adminUrl, ...options });
});
afterAll(async () => {
  await Promise.all([pool?.end(), admin?.end()]);
  await database?.drop();
});

it("a hanging database times out, and is queried again once it responds", async () => {
  // Only lookups in the hanging database have a short timeout, because the machine may be slow.
  const [find, findHanging] = [keyLookup(pool, polling.timeout), keyLookup(pool, 2_000)];
  expect(await find("unknown")).toBeUndefined();
  const holding = await admin.connect();
  await holding.query("BEGIN; LOCK TABLE api_keys IN ACCESS EXCLUSIVE MODE");
  const asked = await Promise.allSettled(["a", "b", "c"].map(findHanging));
  expect(asked.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  await holding.query("ROLLBACK");
  holding.release();
  expect(await find("unknown")).toBeUndefined();
});

it("an earlier gateway, which ignores persisted_only, finds ordinary keys but no keys with persistedOnly", async () => {
  // Lookup statement of the gateway before the column persisted_only existed (commit 4827e135).
  const earlier = `SELECT hash, key_id AS "keyId", workspace_id AS "workspaceId", member_id AS "memberId", kind, level, origins,
                          connection_id AS "connectionId", limit_per_minute AS "limitPerMinute", expires_at AS "expiresAt",
                          is_revoked AS "isRevoked", role, is_member AS "isMember", is_test AS "isTest"
                     FROM api_key_lookups WHERE hash = ANY ($1)`;
  const store = new TestKeys(admin);
  const { workspaceId } = await store.createWorkspace("Tests");
  const { memberId } = await store.addMember(workspaceId, { name: "Owner", role: "OWNER" });
  const options: KeyOptions = { workspaceId, memberId, kind: "SECRET", level: "READ", origins: [] };
  const ordinary = await store.createKey(options);
  const limited = await store.createKey({ ...options, persistedOnly: true });
  const hashes = [ordinary.key, limited.key].map(hashKey);
  const { rows } = await pool.query<{ keyId: string }>(earlier, [hashes]);
  expect(rows.map(({ keyId }) => keyId)).toEqual([ordinary.keyId]);
  const found = await Promise.all(hashes.map(keyLookup(pool)));
  expect(found).toMatchObject([
    { keyId: ordinary.keyId, isPersistedOnly: false },
    { keyId: limited.keyId, isPersistedOnly: true },
  ]);
  const { hash, ...same } = (await pool.query(earlier, [hashes.slice(0, 1)])).rows[0];
  expect([hash, found[0]]).toMatchObject([hashes[0], same]);
});
