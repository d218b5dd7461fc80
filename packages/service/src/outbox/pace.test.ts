import { describe, expect, it } from "vitest";
import { BulkWrites } from "./bulk-writes.js";
import { type ConsumerLag, Pace } from "./pace.js";

function setup(consumers: ConsumerLag[]) {
  const clock = { now: 0 };
  const state = { consumers, asked: 0 };
  const bulkWrites = new BulkWrites();
  const read = async () => {
    state.asked += 1;
    return state.consumers;
  };
  return { clock, state, bulkWrites, pace: new Pace(read, bulkWrites, () => clock.now) };
}
const events = (workspaceId: string, count: number) => Array.from({ length: count }, () => workspaceId);

describe("the relay's pace", () => {
  it("holds only workspaces with many events while a consumer is behind, until it has caught up", async () => {
    const { pace, state } = setup([{ name: "a", lag: 1_500, position: 1 }]);
    pace.add([...events("large", 500), ...events("small", 3)]);
    expect(await pace.held()).toEqual(["large"]);
    pace.add(["small"]);
    expect(await pace.held()).toEqual(["large"]);
    state.consumers = [{ name: "a", lag: 250, position: 1_250 }];
    expect(await pace.held()).toEqual([]);
  });

  it("does not query the server for a few events", async () => {
    const { pace, state } = setup([{ name: "a", lag: 1_500, position: 1 }]);
    pace.add(events("large", 63));
    expect(await pace.held()).toEqual([]);
    expect(state.asked).toBe(0);
  });

  it("holds no workspace for longer than a second at a time", async () => {
    const { pace, clock } = setup([{ name: "a", lag: 1_500, position: 1 }]);
    pace.add(events("large", 500));
    expect(await pace.held()).toEqual(["large"]);
    clock.now = 999;
    expect(await pace.held()).toEqual(["large"]);
    clock.now = 1_000;
    expect(await pace.held()).toEqual([]);
  });

  it("holds no workspace if reading the lag takes longer than the rest of the second", async () => {
    const clock = { now: 0 };
    const readLags = async () => {
      clock.now += 600;
      return [{ name: "a", lag: 1_500, position: 1 }];
    };
    const pace = new Pace(readLags, new BulkWrites(), () => clock.now);
    pace.add(events("large", 500));
    expect(await pace.held()).toEqual(["large"]);
    expect(await pace.held()).toEqual(["large"]);
    expect(await pace.held()).toEqual([]);
  });

  it("holds a workspace during its bulk writes even if no consumer is behind, for a second at a time", async () => {
    const { pace, clock, bulkWrites } = setup([]);
    const ends = [bulkWrites.begin("large"), bulkWrites.begin("large"), bulkWrites.begin("small")];
    pace.add([...events("large", 500), ...events("small", 63), ...events("other", 500)]);
    expect(await pace.held()).toEqual(["large"]);
    clock.now = 1_000;
    expect(await pace.held()).toEqual([]);
    pace.add(events("large", 64));
    expect(await pace.held()).toEqual(["large"]);
    ends[0]?.();
    expect(await pace.held()).toEqual(["large"]);
    ends[1]?.();
    expect(await pace.held()).toEqual([]);
  });

  it("counts the events of other workspaces from the start while only a bulk write is held", async () => {
    const { pace, state, bulkWrites } = setup([]);
    bulkWrites.begin("large");
    pace.add([...events("large", 500), ...events("other", 500)]);
    expect(await pace.held()).toEqual(["large"]);
    state.consumers = [{ name: "a", lag: 1_500, position: 1 }];
    pace.add(events("other", 63));
    expect(await pace.held()).toEqual(["large"]);
    pace.add(events("other", 1));
    expect(await pace.held()).toEqual(["large", "other"]);
  });

  it("ignores a consumer without progress for five seconds", async () => {
    const { pace, state, clock } = setup([{ name: "gone", lag: 9_000, position: 7 }]);
    const isHeld = async () => {
      pace.add(events("large", 500));
      return (await pace.held()).length > 0;
    };
    expect(await isHeld()).toBe(true);
    clock.now = 5_000;
    expect(await isHeld()).toBe(false);
    expect(await isHeld()).toBe(false);
    state.consumers = [{ name: "gone", lag: 8_000, position: 8 }];
    expect(await isHeld()).toBe(true);
  });

  it("holds no workspace while the server does not respond, and queries again after ten seconds", async () => {
    const clock = { now: 0 };
    let asked = 0;
    const pace = new Pace(
      () => {
        asked += 1;
        return Promise.reject(new Error("no permission"));
      },
      new BulkWrites(),
      () => clock.now,
    );
    for (const now of [0, 9_999, 10_000]) {
      clock.now = now;
      pace.add(events("large", 500));
      expect(await pace.held()).toEqual([]);
    }
    expect(asked).toBe(2);
  });
});
