import { startOwnNats } from "@offergraph/dev-stack/testing/own-nats";
import { connectNats } from "@offergraph/service/messaging/connection";
import { ensureStream } from "@offergraph/service/messaging/streams";
import { pendingEvent } from "@offergraph/service/outbox/add";
import type { CloudEvent } from "@offergraph/shared/contracts/cloud-event";
import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import { grantCodeIssued, grantCodeRejected, grantCodeRetired } from "@offergraph/shared/contracts/events/discounts";
import { grantRequested } from "@offergraph/shared/contracts/events/incentives";
import { createLogger } from "@offergraph/shared/log/logger";
import { newId } from "@offergraph/shared/time/ids";
import { backlogOf, publishEvents, publishedEvents } from "@offergraph/testkit/streams";
import { polling } from "@offergraph/testkit/timeouts";
import { expect, vi } from "vitest";
import type { BackgroundOptions } from "../background.js";
import { type Client, type Fixture, type Replica, startFixture } from "./fixture.js";
import type { GrantRequest } from "./grants.js";

/** Answer of the discounts service to a grant event. */
export interface EmittedEvent {
  type: string;
  grantId: string;
  discountCodeId: string;
  delivery?: string;
  code?: string;
  reason?: string;
  retiredAt?: string;
}

export interface GrantsFixture extends Fixture {
  replicas: readonly Replica[];
  /**
   * Publishes events of the incentives service and waits for the answers. If `again` is true, uses new message ids, so that NATS does not
   * discard repeated events as duplicates.
   */
  emitEvent(events: readonly CloudEvent[], again?: boolean): Promise<void>;
  /** All published events of the client's workspace, in the order of publication. */
  published(client: Client): Promise<CloudEvent[]>;
  /** All published answers to events about grants, in the order of publication. */
  emitted(client: Client): Promise<EmittedEvent[]>;
}

const answers: readonly string[] = [grantCodeIssued.subject, grantCodeRejected.subject, grantCodeRetired.subject];

/** Starts two replicas of the discounts service with a NATS server. Tests publish events in place of the incentives service. */
export async function startGrantsFixture(adminUrl: string, background: BackgroundOptions = {}): Promise<GrantsFixture> {
  const nats = await startOwnNats();
  const link = connectNats({ url: nats.url, name: "incentives", log: createLogger("test", "silent") });
  const { connection } = await link.waitForConnection(new AbortController().signal);
  await ensureStream(connection, "incentives");
  const fixture = await startFixture(adminUrl, { NATS_URL: nats.url }, background);
  const replicas = [fixture.running, await fixture.startReplica()];
  const published = async ({ workspaceId }: Client) =>
    (await publishedEvents(connection, "discounts")).filter(({ workspaceid }) => workspaceid === workspaceId);
  return {
    ...fixture,
    published,
    replicas,
    async emitEvent(events, again = false) {
      await publishEvents(connection, events, again ? newId : undefined);
      await vi.waitFor(
        async () => {
          expect(await backlogOf(connection, "incentives", "discounts_assign-codes")).toBe(0);
          expect((await fixture.admin.query("SELECT FROM outbox_events")).rowCount).toBe(0);
        },
        { ...polling, timeout: polling.timeout + 50 * events.length },
      );
    },
    async emitted(client) {
      const events = (await published(client)).filter(({ type }) => answers.includes(type));
      return events.map(({ type, data }) => ({ type: type.split(".").at(-2) ?? "", ...(data as Omit<EmittedEvent, "type">) }));
    },
    async stop() {
      await fixture.stop();
      await link.close();
      await nats.stop();
    },
  };
}

/** Returns a grant event of the client's workspace. */
export function grantEvent<Data extends { rowId: string }>(
  { workspaceId }: Client,
  definition: EventDefinition<Data>,
  data: Data,
): CloudEvent {
  return pendingEvent(definition, { workspaceId, recordId: data.rowId, data, actor: null, time: new Date("2026-06-01T12:00:00.000Z") })
    .event;
}

export const requested = (client: Client, request: GrantRequest): CloudEvent => grantEvent(client, grantRequested, request);
