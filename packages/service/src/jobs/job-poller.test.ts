import type { Logger } from "@offergraph/shared/log/logger";
import { polling } from "@offergraph/testkit/timeouts";
import { pino } from "pino";
import { expect, it, onTestFinished, vi } from "vitest";
import { startJobPoller } from "./job-poller.js";

const log = pino({ level: "silent" });

// Only `busyFor` moves the clock. Otherwise, a pause of the machine during a lookup would look like a slow lookup.
let now = 0;
function holdClock(): void {
  now = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
}

async function busyFor(milliseconds: number): Promise<void> {
  await new Promise(setImmediate);
  now += milliseconds;
}

it("does work that came meanwhile ahead of another workspace's backlog", async () => {
  holdClock();
  const left = new Map([["large", 100]]);
  const done: string[] = [];
  const list = startJobPoller({
    name: "test",
    findWorkspacesWithWork: async () => [...left].flatMap(([id, count]) => (count > 0 ? id : [])),
    async work(workspaceId) {
      done.push(workspaceId);
      left.set(workspaceId, (left.get(workspaceId) ?? 0) - 1);
      if (done.length === 3) left.set("small", 1);
      return workspaceId === "large" && (left.get("large") ?? 0) > 0;
    },
    log,
    pollMs: 1,
  });
  await vi.waitFor(() => expect(done).toHaveLength(101), polling);
  await list.stop();
  expect(done.indexOf("small")).toBeLessThan(6);
});

it("does not process a claimed workspace again without a new claim", async () => {
  holdClock();
  const claimed = ["one", "two", "three"];
  const done: string[] = [];
  const list = startJobPoller({
    name: "test",
    async findWorkspacesWithWork() {
      await busyFor(20);
      return claimed.splice(0, 1);
    },
    async work(workspaceId) {
      await busyFor(2);
      done.push(workspaceId);
      return true;
    },
    log,
    pollMs: 1,
    claims: true,
  });
  await vi.waitFor(() => expect(done).toContain("three"), polling);
  await list.stop();
  expect(done).toEqual(["one", "two", "three"]);
});

it("looks for work rarely if a lookup is slow, and starts other workspaces' work after the next lookup", async () => {
  holdClock();
  const left = new Map([["large", 200]]);
  const done: string[] = [];
  let lookups = 0;
  const list = startJobPoller({
    name: "test",
    async findWorkspacesWithWork() {
      lookups += 1;
      await busyFor(20);
      return [...left].flatMap(([id, count]) => (count > 0 ? id : []));
    },
    async work(workspaceId) {
      await busyFor(2);
      done.push(workspaceId);
      const rest = (left.get(workspaceId) ?? 0) - 1;
      left.set(workspaceId, rest);
      if (rest === 150) left.set("small", 1);
      return rest > 0;
    },
    log,
    pollMs: 1,
  });
  await vi.waitFor(() => expect([...left.values()]).toEqual([0, 0]), polling);
  await list.stop();
  expect(lookups).toBeLessThan(100);
  expect(done.indexOf("small")).toBeLessThan(200);
});

it("leaves a workspace that fails out for `pollMs`, and does the others' work meanwhile", async () => {
  holdClock();
  const left = new Map([
    ["bad", 1],
    ["good", 5],
  ]);
  const tried: string[] = [];
  const list = startJobPoller({
    name: "test",
    findWorkspacesWithWork: async () => [...left].flatMap(([id, count]) => (count > 0 ? id : [])),
    async work(workspaceId) {
      tried.push(workspaceId);
      if (workspaceId === "bad") throw new Error("no");
      left.set(workspaceId, (left.get(workspaceId) ?? 0) - 1);
      return true;
    },
    log,
    pollMs: 60_000,
  });
  await vi.waitFor(() => expect(tried.filter((id) => id === "good")).toHaveLength(5), polling);
  await list.stop();
  expect(tried.filter((id) => id === "bad")).toHaveLength(1);
});

it("tries a workspace that failed again while another workspace always has work, and logs the failure and the recovery once", async () => {
  const [warn, info] = [vi.fn(), vi.fn()];
  let tries = 0;
  const list = startJobPoller({
    name: "test",
    findWorkspacesWithWork: async () => ["busy", "bad"],
    async work(workspaceId) {
      await new Promise(setImmediate);
      if (workspaceId === "bad" && ++tries <= 3) throw new Error("no");
      return true;
    },
    log: { warn, info } as unknown as Logger,
    pollMs: 1,
  });
  await vi.waitFor(() => expect(tries).toBeGreaterThan(5), polling);
  await list.stop();
  const failure = { work: "test", workspaceId: "bad", failing: 1, reason: "no" };
  expect(warn.mock.calls).toEqual([[failure, "background work failed; retrying"]]);
  expect(info.mock.calls).toEqual([[{ work: "test" }, "background work recovered"]]);
});

it("does other workspaces' work, also new work, while a batch of one workspace is slow", async () => {
  const left = new Map([
    ["slow", 1],
    ["quick", 3],
  ]);
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const list = startJobPoller({
    name: "test",
    findWorkspacesWithWork: async () => [...left].flatMap(([id, count]) => (count > 0 ? id : [])),
    async work(workspaceId) {
      if (workspaceId === "slow") await released;
      left.set(workspaceId, (left.get(workspaceId) ?? 0) - 1);
      return false;
    },
    log,
    pollMs: 1,
    concurrency: 2,
  });
  await vi.waitFor(() => expect(left.get("quick")).toBe(0), polling);
  left.set("new", 1);
  await vi.waitFor(() => expect(left.get("new")).toBe(0), polling);
  expect(left.get("slow")).toBe(1);
  release();
  await vi.waitFor(() => expect(left.get("slow")).toBe(0), polling);
  await list.stop();
});
