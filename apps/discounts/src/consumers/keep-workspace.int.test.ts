import { connectNats } from "@offergraph/service/messaging/connection";
import { ensureStream } from "@offergraph/service/messaging/streams";
import { pendingEvent } from "@offergraph/service/outbox/add";
import { workspaceCreated } from "@offergraph/shared/contracts/events/workspace";
import { createLogger } from "@offergraph/shared/log/logger";
import { newId } from "@offergraph/shared/time/ids";
import { publishEvents } from "@offergraph/testkit/streams";
import { testSigningKey } from "@offergraph/testkit/subgraph";
import { polling } from "@offergraph/testkit/timeouts";
import { startWorkspaceStub, type WorkspaceStub, workspaceDataOf } from "@offergraph/testkit/workspaces";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { runAdmin } from "../cli/program.js";
import { createCode } from "../testing/codes.js";
import { adminOf, mutateConnection } from "../testing/connections.js";
import type { Client } from "../testing/fixture.js";
import { placementsOf } from "../testing/placements.js";
import { type StoreFixture, startStoreFixture } from "../testing/store-fixture.js";

let fixture: StoreFixture;
let workspaces: WorkspaceStub;
let client: Client;
let nats: ReturnType<typeof connectNats>;
beforeAll(async () => {
  fixture = await startStoreFixture(inject("adminUrl"));
  nats = connectNats({ url: fixture.environment.NATS_URL ?? "", name: "workspace", log: createLogger("test", "silent") });
  workspaces = await startWorkspaceStub(fixture.environment.NATS_URL ?? "", fixture.clock);
});
afterAll(async () => {
  await workspaces?.stop();
  await nats?.close();
  await fixture?.stop();
});
beforeEach(() => {
  client = fixture.client();
});

async function emitCreated(isTest: boolean): Promise<void> {
  const { connection } = await nats.waitForConnection(new AbortController().signal);
  await ensureStream(connection, "workspace");
  const { workspaceId } = client;
  const time = "2026-06-01T12:00:00.000Z";
  const given = { workspaceId, recordId: workspaceId, data: workspaceDataOf(workspaceId, { isTest }), actor: null, time: new Date(time) };
  await publishEvents(connection, [pendingEvent(workspaceCreated, given).event]);
}
async function addByCommand(name: string): Promise<string> {
  let output = "";
  const words = ["connection", "add", "--name", name, "--endpoint", fixture.store.url, "--workspace", client.workspaceId, "--json"];
  const environment = { DATABASE_URL: fixture.connectionString, GATEWAY_SIGNING_KEY: testSigningKey, OUTBOUND_ALLOW_PRIVATE: "1" };
  const out = (text: string) => {
    output += text;
  };
  expect(await runAdmin(words, environment, { out, error: out })).toBe(0);
  return JSON.parse(output).connectionId;
}
const isTest = async (id: string) =>
  (await fixture.admin.query("SELECT is_test FROM connections WHERE row_id = $1", [id])).rows.map(({ is_test }) => is_test)[0];
const statusesOf = async (codeId: string) => (await placementsOf(client, codeId)).map(({ syncStatus }) => syncStatus);
const pushesTo = async (...ids: string[]) =>
  (await fixture.admin.query("SELECT FROM store_pushes WHERE connection_id = ANY($1::uuid[])", [ids])).rowCount;

describe("a workspace for tests", () => {
  it("does not push to a connection that a test key created; another connection is pushed", async () => {
    const admin = adminOf(fixture, client, true);
    const input = { name: "Shop", provider: "http", endpoint: fixture.store.url };
    const { connection } = await mutateConnection(admin, "create_connection", input);
    expect(connection).toMatchObject({ isTest: true });
    const connectionId = connection?.rowId ?? "";
    const pushed = await fixture.connect(client);
    const code = await createCode(client, { placements: [{ connectionId }, { connectionId: pushed }] });
    await fixture.eventually(async () => expect((await statusesOf(code.rowId)).sort()).toEqual(["NOT_PUSHED", "SYNCED"]));
    await fixture.expectNoEventOnItsWay();
    expect(await pushesTo(connectionId)).toBe(0);
    const checked = await mutateConnection(admin, "verify_connection", { connectionId });
    expect(checked.verification).toMatchObject({ reachable: true });
  });

  it("is known from its event: connections of the CLI are not pushed, before and after the event", async () => {
    const early = await addByCommand("Early");
    await emitCreated(true);
    await vi.waitFor(async () => expect(await isTest(early)).toBe(true), polling);
    const late = await addByCommand("Late");
    expect(await isTest(late)).toBe(true);
    const code = await createCode(client, { placements: [{ connectionId: early }, { connectionId: late }] });
    await vi.waitFor(() => fixture.expectNoEventOnItsWay(), polling);
    expect(await statusesOf(code.rowId)).toEqual(["NOT_PUSHED", "NOT_PUSHED"]);
    expect(await pushesTo(early, late)).toBe(0);
  });

  it("drops pushes that were due before the event arrived", async () => {
    const connectionId = await fixture.connect(client, "http://127.0.0.1:1/");
    const code = await createCode(client, { placements: [{ connectionId }] });
    await vi.waitFor(async () => expect(await pushesTo(connectionId)).toBe(1), polling);
    await emitCreated(true);
    await vi.waitFor(async () => expect(await pushesTo(connectionId)).toBe(0), polling);
    expect(await statusesOf(code.rowId)).toEqual(["NOT_PUSHED"]);
  });

  it("is known from a lookup if its event has expired", async () => {
    workspaces.set(client.workspaceId, { isTest: true });
    const early = await addByCommand("Early");
    await createCode(client);
    await vi.waitFor(async () => expect(await isTest(early)).toBe(true), polling);
    expect(await isTest(await addByCommand("Late"))).toBe(true);
  });

  it("does not affect other workspaces", async () => {
    await emitCreated(false);
    const own = client;
    client = fixture.client();
    await emitCreated(true);
    await vi.waitFor(async () => expect(await isTest(await addByCommand(`Store ${newId()}`))).toBe(true), polling);
    client = own;
    expect(await isTest(await addByCommand("Real"))).toBe(false);
  });
});
