import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { createCode } from "../../testing/codes.js";
import type { Client } from "../../testing/fixture.js";
import { changesOf, pushRowsOf } from "../../testing/pushes.js";
import { type StoreFixture, startStoreFixture } from "../../testing/store-fixture.js";

let fixture: StoreFixture;
let client: Client;
let connectionId: string;
beforeEach(async () => {
  fixture = await startStoreFixture(inject("adminUrl"), { push: { pollMs: 50, stopTimeoutMs: 100 } });
  client = fixture.client();
  connectionId = await fixture.connect(client);
});
const children: ChildProcess[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  await fixture?.stop();
});

const synced = async () =>
  (
    await fixture.admin.query("SELECT FROM placements WHERE workspace_id = $1 AND sync_status = 1 AND last_error IS NULL", [
      client.workspaceId,
    ])
  ).rowCount;
const applied = async () => (await fixture.store.pushes(connectionId)).map(({ payloadHash }) => payloadHash).sort();
const recorded = async () => (await changesOf(fixture, client)).map(({ hash }) => hash).sort();

describe("a pusher that dies", () => {
  it("between the store's response and its record: the next pusher repeats the message, the store processes it once, one record", async () => {
    // The store does not respond. The test stops the first replica before the request times out.
    await fixture.store.trouble({ hang: 1, next: 1 });
    await createCode(client, {}, connectionId);
    await fixture.eventually(async () =>
      expect(await (await fetch(new URL("/trouble", fixture.store.url))).json()).toMatchObject({ hang: 0 }),
    );
    await fixture.running.stop();
    const [{ sending_id: messageId, attempts }] = await pushRowsOf(fixture, client);
    expect(attempts).toBe(0);
    expect(await applied()).toEqual([]);

    const script = fileURLToPath(new URL("../../testing/dying-replica.ts", import.meta.url));
    const env = { ...process.env, ...fixture.environment, NOW: fixture.clock.now().toISOString() };
    const dying = spawn(process.execPath, ["--conditions=source", "--import", "tsx", script], {
      env,
      stdio: ["ignore", "ignore", "inherit"],
    });
    children.push(dying);
    expect(await once(dying, "exit")).toEqual([null, "SIGKILL"]);
    expect(await fixture.store.pushes(connectionId)).toMatchObject([{ webhookId: messageId, times: 1 }]);
    expect(await recorded()).toEqual([]);

    await fixture.startReplica();
    await fixture.eventually(async () => expect(await synced()).toBe(1));
    expect(await fixture.store.pushes(connectionId)).toMatchObject([{ webhookId: messageId, times: 2 }]);
    expect(await recorded()).toEqual(await applied());
  });

  it("repeatedly while it pushes, on alternating replicas: each push is processed and recorded once", async () => {
    await fixture.startReplica();
    const codes = await Promise.all(Array.from({ length: 80 }, () => createCode(client, {}, connectionId)));
    const sessions =
      "SELECT DISTINCT pid FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
    for (const least of [1, 20, 40, 60]) {
      await fixture.eventually(async () => expect((await applied()).length).toBeGreaterThanOrEqual(least));
      await fixture.admin.query(`SELECT pg_terminate_backend(pid) FROM (${sessions}) AS holder`);
    }
    await fixture.eventually(async () => expect(await synced()).toBe(codes.length));
    expect(await applied()).toHaveLength(codes.length);
    expect(await recorded()).toEqual(await applied());
  });
});
