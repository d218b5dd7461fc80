import { commandTx } from "@offergraph/service/tx/run-command";
import { apiKeyCreated, apiKeyRevoked } from "@offergraph/shared/contracts/events/workspace";
import { newId } from "@offergraph/shared/time/ids";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { createKey } from "../services/keys/keys.js";
import { type Fixture, startFixture } from "../testing/fixture.js";
import { testWorkspace } from "../testing/workspaces.js";
import { revokeKeysOfConnection } from "./revoke-connection-keys.js";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());

it("revokes the keys of a removed connection once, with an event, in its workspace only", async () => {
  const connectionId = newId();
  const { database } = fixture.running.parts;
  const workspaces = [await testWorkspace(fixture), await testWorkspace(fixture)];
  const [mine, other] = workspaces;
  if (!mine || !other) throw new Error("Both workspaces must exist.");
  const create = async ({ workspaceId, owner }: typeof mine, connection: string | null) => {
    const key = {
      name: "Key",
      kind: "SECRET",
      level: "WRITE",
      origins: [],
      limitPerMinute: null,
      persistedOnly: false,
      expiresAt: null,
    } as const;
    const made = await database.transaction({ workspaceId, emits: [apiKeyCreated] }, (tx) =>
      createKey(commandTx(tx) as never, owner, { ...key, connectionId: connection }),
    );
    return made.apiKey.rowId;
  };
  const keys = [await create(mine, connectionId), await create(mine, connectionId)];
  const others = [await create(mine, null), await create(mine, newId()), await create(other, connectionId)];
  const event = { data: { rowId: connectionId } } as Parameters<NonNullable<typeof revokeKeysOfConnection.handle>>[1];
  for (let times = 0; times < 2; times += 1)
    await database.transaction({ workspaceId: mine.workspaceId, emits: [apiKeyRevoked] }, async (tx) => {
      await revokeKeysOfConnection.handle?.(tx, event);
    });
  const state = async (ids: string[]) =>
    (await fixture.admin.query("SELECT revoked_at IS NOT NULL AS revoked FROM api_keys WHERE row_id = ANY($1)", [ids])).rows;
  expect(await state(keys)).toEqual([{ revoked: true }, { revoked: true }]);
  expect(await state(others)).toEqual(Array(3).fill({ revoked: false }));
  const revoked = (await mine.events()).filter(({ what }) => what === "api_key.revoked");
  expect(revoked.map(({ recordId }) => recordId).sort()).toEqual(keys.sort());
});
