import { pendingEvent } from "@offergraph/service/outbox/add";
import { workspaceUpdated } from "@offergraph/shared/contracts/events/workspace";
import { parseEvent } from "@offergraph/shared/contracts/parse-event";
import { polling } from "@offergraph/testkit/timeouts";
import { expect, vi } from "vitest";
import { keepWorkspace } from "../consumers/keep-workspace.js";
import type { Client, Fixture } from "./fixture.js";

export interface ReportingSettings {
  timeZone: string;
  reportingCurrency: string | null;
  updatedAt?: string;
}

/** Processes an event that reports changed workspace settings. */
export async function takeSettings(fixture: Fixture, { workspaceId }: Client, settings: ReportingSettings): Promise<void> {
  const { settings: environment, database } = fixture.running.parts;
  const consumer = keepWorkspace({ settings: environment });
  const now = fixture.clock.now();
  const data = {
    ...{ workspaceId, createdAt: now.toISOString(), updatedAt: now.toISOString(), name: "Shop", isTest: false },
    ...{ defaultTrustFloor: null, responseRetentionDays: null, ...settings, changed: ["timeZone" as const] },
  };
  const { event: json } = pendingEvent(workspaceUpdated, { workspaceId, actor: null, recordId: workspaceId, data, time: now });
  const event = parseEvent(consumer.events, json);
  if (event) await database.transaction({ workspaceId, emits: [] }, async (tx) => consumer.handle?.(tx as never, event));
}

export interface ReportingStatus {
  timeZone: string;
  reportingCurrency: string;
  isRecalculating: boolean;
  ordersLeft: number;
  checkoutsLeft: number;
}

export const statusOf = async (client: Client) =>
  (
    await client.data<{ status: ReportingStatus }>(
      "{ status: get_reporting_status { timeZone reportingCurrency isRecalculating ordersLeft checkoutsLeft } }",
    )
  ).status;

export const recalculated = (client: Client) =>
  vi.waitFor(async () => expect(await statusOf(client)).toMatchObject({ isRecalculating: false, ordersLeft: 0, checkoutsLeft: 0 }), {
    ...polling,
    timeout: 3 * polling.timeout,
  });
