import { createLogger } from "@offergraph/shared/log/logger";
import { ManualClock } from "@offergraph/shared/time/clock";
import { newId } from "@offergraph/shared/time/ids";
import { polling } from "@offergraph/testkit/timeouts";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import type { CountedViews } from "../../db/form-views.js";
import { PendingViews } from "./pending-views.js";
import { startViewWriter } from "./view-writer.js";

const view = (change: Partial<CountedViews> = {}): CountedViews => ({
  ...{ formId: "form", placementId: "placement", day: "2026-06-01", count: 1 },
  ...change,
});

describe("pending views", () => {
  it("add up for each workspace, form, placement and day, however they are taken", () => {
    const name = fc.constantFrom("a", "b");
    const added = fc.record({ workspaceId: name, formId: name, placementId: name, day: name, isTaken: fc.boolean() });
    fc.assert(
      fc.property(fc.array(added), (list) => {
        const views = new PendingViews();
        const [taken, expected] = [new Map<string, number>(), new Map<string, number>()];
        const count = (counts: Map<string, number>, workspaceId: string, one: CountedViews) => {
          const key = `${workspaceId}${one.formId}${one.placementId}${one.day}`;
          counts.set(key, (counts.get(key) ?? 0) + one.count);
        };
        const take = (workspaceId: string) => {
          for (const one of views.take(workspaceId)) count(taken, workspaceId, one);
        };
        for (const { workspaceId, isTaken, ...names } of list) {
          views.add(workspaceId, { ...names, count: 1 });
          count(expected, workspaceId, { ...names, count: 1 });
          if (isTaken) take(workspaceId);
        }
        for (const workspaceId of views.workspaces()) take(workspaceId);
        expect(taken).toEqual(expected);
        expect(views.workspaces()).toEqual([]);
      }),
    );
  });

  it("have a limited number of entries, which still count further views", () => {
    const views = new PendingViews();
    for (let number = 0; number < 20_005; number += 1) views.add("a", view({ formId: String(number) }));
    views.add("a", view({ formId: "0", count: 7 }));
    expect([views.takeDropped(), views.takeDropped()]).toEqual([5, 0]);
    const taken = views.take("a");
    expect([taken.length, taken[0]?.count]).toEqual([20_000, 8]);
    views.add("b", view());
    expect(views.take("b")).toEqual([view()]);
  });
});

describe("the writer of views", () => {
  function start(fails: () => boolean) {
    const views = new PendingViews();
    const written: unknown[] = [];
    const sql = async ({ values }: { values: unknown[] }) => {
      if (fails()) throw new Error("The database is not available.");
      written.push(values[5]);
      return [];
    };
    const database = { autocommit: ({ workspaceId, now }: { workspaceId: string; now: Date }) => ({ workspaceId, now, sql }) };
    const clock = new ManualClock("2026-06-01T12:00:00.000Z");
    const writer = startViewWriter({ views, database: database as never, clock, log: createLogger("forms", "silent") });
    return { views, writer, written };
  }

  it("writes the views of a failed write again, together with newer views", async () => {
    let failures = 0;
    const { views, writer, written } = start(() => ++failures <= 1);
    const workspaceId = newId();
    views.add(workspaceId, view({ count: 2 }));
    await vi.waitFor(() => expect(failures).toBe(1), polling);
    views.add(workspaceId, view());
    await vi.waitFor(() => expect(written).toEqual([[3]]), polling);
    await writer.stop();
    expect(written).toHaveLength(1);
  });

  it("writes all views when it stops", async () => {
    const { views, writer, written } = start(() => false);
    const stopped = writer.stop();
    for (let number = 1; number <= 3; number += 1) views.add(newId(), view({ count: number }));
    await stopped;
    expect(written).toEqual([[1], [2], [3]]);
  });
});
