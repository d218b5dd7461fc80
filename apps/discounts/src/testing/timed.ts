import { polling } from "@offergraph/testkit/timeouts";
import { expect, vi } from "vitest";
import { bodyOf, createMutation } from "./codes.js";
import type { Client, Fixture } from "./fixture.js";

export interface TimedEvent {
  time: string;
  actor: string | null;
  data: { status: string; title: string; startAt: string | null; endsAt: string | null; updatedAt: string; changed?: string[] };
}

export const later = ({ clock }: Fixture, milliseconds: number) => new Date(clock.now().getTime() + milliseconds).toISOString();

/**
 * Creates one discount code per object. The fields of the object override the default fields. Returns the codes' ids in the order of the
 * objects.
 */
export async function createCodes(client: Client, all: readonly object[]): Promise<string[]> {
  const ids: string[] = [];
  for (const changes of all) {
    const { answer } = await client.data<{ answer: { discountCode: { rowId: string } } }>(createMutation, {
      input: { body: bodyOf(changes) },
    });
    ids.push(answer.discountCode.rowId);
  }
  return ids;
}

/** Maps each discount code id to the code's outbox events, oldest first. */
export async function eventsByCode({ admin }: Fixture): Promise<Map<string, TimedEvent[]>> {
  const { rows } = await admin.query("SELECT event FROM outbox_events ORDER BY sequence");
  const found = new Map<string, TimedEvent[]>();
  for (const { event } of rows) {
    const one = { time: event.time, actor: event.actorkeyid ?? null, data: event.data };
    found.set(event.subject, [...(found.get(event.subject) ?? []), one]);
  }
  return found;
}

/** Maps each discount code id to the statuses that scheduled changes set, oldest first. */
export async function movesByCode(fixture: Fixture): Promise<Map<string, string[]>> {
  const events = await eventsByCode(fixture);
  return new Map([...events].map(([id, all]) => [id, all.filter(({ actor }) => !actor).map(({ data }) => data.status)]));
}

export async function waitForTransitions({ admin, clock }: Fixture): Promise<void> {
  const due = async () => {
    const { rows } = await admin.query("SELECT count(*)::int AS due FROM scheduled_transitions WHERE due_at <= $1::timestamptz", [
      clock.now().toISOString(),
    ]);
    return rows[0].due;
  };
  await vi.waitFor(async () => expect(await due()).toBe(0), polling);
}
