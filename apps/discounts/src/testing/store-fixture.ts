import { startOwnNats } from "@offergraph/dev-stack/testing/own-nats";
import { startSandboxStore, type TestStore, testSecret } from "@offergraph/sandbox-store/testing/start";
import { connectNats } from "@offergraph/service/messaging/connection";
import { ensureStream } from "@offergraph/service/messaging/streams";
import type { CloudEvent } from "@offergraph/shared/contracts/cloud-event";
import { createLogger } from "@offergraph/shared/log/logger";
import { newId } from "@offergraph/shared/time/ids";
import { backlogOf, publishEvents } from "@offergraph/testkit/streams";
import { polling } from "@offergraph/testkit/timeouts";
import { expect, vi } from "vitest";
import { storeSettings } from "../env.js";
import type { PushSettings } from "../services/store-sync/pusher.js";
import type { HttpOptions } from "../services/stores/http.js";
import { sealSecret } from "../services/stores/secrets.js";
import { createStores } from "../services/stores/stores.js";
import { type Around, withAround } from "./around.js";
import { type Client, type Fixture, startFixture } from "./fixture.js";

export interface StoreFixture extends Fixture {
  store: TestStore;
  /** Inserts a store connection and returns its id. If `endpoint` is undefined, the connection uses the sandbox store. */
  connect(client: Client, endpoint?: string): Promise<string>;
  /** Publishes events as the incentives service does. */
  emitEvent(events: readonly CloudEvent[]): Promise<void>;
  /** Sets a function that runs in place of sending a message to a store. The function can still send the message itself. */
  around(around: Around): void;
  /** Throws if the outbox contains an event, or if a consumer in `watched` has pending events. */
  expectNoEventOnItsWay(): Promise<void>;
  /** Repeats a check until the check passes. Advances the service's clock by 100 ms before each repetition. */
  eventually(check: () => Promise<void>): Promise<void>;
}

const watched = [
  ["incentives", "assign-codes"],
  ["incentives", "notify-credits"],
  ["discounts", "push-placements"],
] as const;

/** Starts the service with its own sandbox store and NATS server, so that consumers of other tests do not interfere. */
export async function startStoreFixture(
  adminUrl: string,
  { http, push }: { http?: Partial<HttpOptions>; push?: Partial<PushSettings> } = {},
): Promise<StoreFixture> {
  let around: Around = (send) => send();
  const [nats, store] = await Promise.all([startOwnNats(), startSandboxStore({ staysUp: true })]);
  const link = connectNats({ url: nats.url, name: "incentives", log: createLogger("test", "silent") });
  const { connection: incentives } = await link.waitForConnection(new AbortController().signal);
  await ensureStream(incentives, "incentives");
  const fixture = await startFixture(
    adminUrl,
    { NATS_URL: nats.url, OUTBOUND_ALLOW_PRIVATE: "1" },
    { connectStores: (settings) => withAround(createStores(settings, http), (send, message) => around(send, message)), push: push ?? {} },
  );
  const { secretKey } = storeSettings(fixture.running.parts.settings);
  return {
    ...fixture,
    store,
    async connect({ workspaceId }, endpoint = store.url) {
      const id = newId();
      await fixture.admin.query(
        "INSERT INTO connections (row_id, workspace_id, created_at, slug, name, provider, endpoint, secret) VALUES ($1, $2, now(), $3, 'A store', 'http', $4, $5)",
        [id, workspaceId, `shop-${id.slice(-12)}`, endpoint, sealSecret(secretKey, id, testSecret)],
      );
      return id;
    },
    emitEvent: (events) => publishEvents(incentives, events),
    around: (next) => {
      around = next;
    },
    async expectNoEventOnItsWay() {
      expect((await fixture.admin.query("SELECT FROM outbox_events")).rowCount).toBe(0);
      const { connection } = await fixture.running.parts.nats.waitForConnection(AbortSignal.timeout(polling.timeout));
      for (const [producer, consumer] of watched) expect(await backlogOf(connection, producer, `discounts_${consumer}`)).toBe(0);
    },
    eventually: (check) =>
      vi.waitFor(
        async () => {
          fixture.clock.advance(100);
          await check();
        },
        { timeout: 2 * polling.timeout, interval: 50 },
      ),
    async stop() {
      await fixture.stop();
      await link.close();
      await Promise.all([store.stop(), nats.stop()]);
    },
  };
}
