import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Change, Collector, Taken } from "./collect.js";
import { submitQueue } from "./submit-queue.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const taken: Taken = { status: "INCOMPLETE", grants: [], userErrors: [] };

function start() {
  const sent: unknown[] = [];
  const release: (() => void)[] = [];
  const answer = (what: unknown) =>
    new Promise<Taken>((resolve) => {
      sent.push(what);
      release.push(() => resolve(taken));
    });
  const collector: Partial<Collector> = {
    start: () => answer("start"),
    change: (_id: string, change: Change) => answer(change),
  };
  const kept = { id: "1", formVariantId: "2", visitorId: "3", answers: {}, sent: [] as string[], page: 0 };
  const sender = submitQueue(collector as Collector, "fpk_one", kept);
  const next = async () => {
    release.shift()?.();
    await vi.advanceTimersByTimeAsync(0);
  };
  return { sender, sent, kept, next };
}

it("sends typed answers once the visitor pauses, only the last value", async () => {
  const { sender, sent } = start();
  sender.changed({ why: "B" });
  await vi.advanceTimersByTimeAsync(499);
  sender.changed({ why: "Be" });
  await vi.advanceTimersByTimeAsync(499);
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toEqual([{ answers: { why: "Be" } }]);
});

it("sends requests sequentially in order; the outcome replaces queued ones", async () => {
  const { sender, sent, next } = start();
  void sender.start();
  sender.changed({ why: "Be" });
  sender.flush();
  sender.changed({ why: "Bec" });
  void sender.change({ answers: { why: "Because" }, outcome: "COMPLETE" });
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent).toEqual(["start"]);
  await next();
  await next();
  expect(sent).toEqual(["start", { answers: { why: "Be" } }, { answers: { why: "Because" }, outcome: "COMPLETE" }]);
});

it("sends null for removed answers, also those sent before a reload", async () => {
  const { sender, sent, kept, next } = start();
  kept.sent = ["before"];
  void sender.change({ answers: { why: "Because" } });
  await next();
  void sender.change({ answers: {} });
  await next();
  expect(sent).toEqual([{ answers: { before: null, why: "Because" } }, { answers: { before: null, why: null } }]);
});

it("sends no answers when the visitor declines", async () => {
  const { sender, sent, kept } = start();
  kept.sent = ["why"];
  void sender.change({ outcome: "SKIPPED" });
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual([{ outcome: "SKIPPED" }]);
});
