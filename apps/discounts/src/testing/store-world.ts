import { startOwnNats } from "@offergraph/local/testing/own-nats";
import { startSandboxStore, type TestStore, testSecret } from "@offergraph/sandbox-store/testing/start";
import { managerOf, streamOf } from "@offergraph/shared/events/streams";
import { newId } from "@offergraph/shared/time/ids";
import { expect, vi } from "vitest";
import type { PushSettings } from "../push/pusher.js";
import type { HttpReach } from "../stores/http.js";
import { sealSecret } from "../stores/secrets.js";
import { storeSettings } from "../stores/settings.js";
import { createStores } from "../stores/stores.js";
import { type Around, withAround } from "./around.js";
import { type Client, startWorld, type World } from "./world.js";

export interface StoreWorld extends World {
  store: TestStore;
  /** A connection of the workspace to the sandbox store, or to another endpoint. */
  connect(client: Client, endpoint?: string): Promise<string>;
  /** Around messages from now on. */
  around(around: Around): void;
  /** Fails while an event is on its way from a change to the work list of pushes: in the outbox, or with the consumer. */
  expectNoEventOnItsWay(): Promise<void>;
  /** Waits until the check holds, while the service's clock moves on by 100 ms with each look. */
  eventually(check: () => Promise<void>, patienceMs?: number): Promise<void>;
}

/** The service with a sandbox store and a NATS server of its own: consumers of other tests stand at other places. */
export async function startStoreWorld(
  adminUrl: string,
  { reach, push }: { reach?: Partial<HttpReach>; push?: Partial<PushSettings> } = {},
): Promise<StoreWorld> {
  let around: Around = (send) => send();
  const [nats, store] = await Promise.all([startOwnNats(), startSandboxStore({ staysUp: true })]);
  const world = await startWorld(
    adminUrl,
    { NATS_URL: nats.url, OUTBOUND_ALLOW_PRIVATE: "1" },
    { reachStores: (settings) => withAround(createStores(settings, reach), (send, message) => around(send, message)), push: push ?? {} },
  );
  const { secretKey } = storeSettings(world.running.parts.settings);
  return {
    ...world,
    store,
    async connect({ workspaceId }, endpoint = store.url) {
      const id = newId();
      await world.admin.query(
        "INSERT INTO connections (row_id, workspace_id, created_at, slug, name, provider, endpoint, secret) VALUES ($1, $2, now(), $3, 'A store', 'http', $4, $5)",
        [id, workspaceId, `shop-${id.slice(-12)}`, endpoint, sealSecret(secretKey, id, testSecret)],
      );
      return id;
    },
    around: (next) => {
      around = next;
    },
    async expectNoEventOnItsWay() {
      expect((await world.admin.query("SELECT FROM outbox_events")).rowCount).toBe(0);
      const { connection } = await world.running.parts.nats.connected(AbortSignal.timeout(1_000));
      const { consumers } = await managerOf(connection);
      expect(await consumers.info(streamOf("discounts"), "discounts_push-placements")).toMatchObject({
        num_pending: 0,
        num_ack_pending: 0,
      });
    },
    eventually: (check, timeout = 15_000) =>
      vi.waitFor(
        async () => {
          world.clock.advance(100);
          await check();
        },
        { timeout, interval: 50 },
      ),
    async stop() {
      await world.stop();
      await Promise.all([store.stop(), nats.stop()]);
    },
  };
}
