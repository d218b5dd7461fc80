import fc from "fast-check";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { MemoryCounter } from "./memory-counter.js";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

it("counts like a plain list of requests with the start of each window", () => {
  const step = fc.record({
    subject: fc.constantFrom("a", "b", "c"),
    waitMs: fc.constantFrom(0, 1, 20_000, 30_000, 59_999, 60_000),
    isRead: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const counter = new MemoryCounter(60);
      const windows = new Map<string, { start: number; count: number }>();
      for (const { subject, waitMs, isRead } of steps) {
        vi.setSystemTime(Date.now() + waitMs);
        const known = windows.get(subject);
        const open = known && Date.now() < known.start + 60_000 ? known : { start: Date.now(), count: 0 };
        if (!isRead) {
          open.count += 1;
          windows.set(subject, open);
        }
        const expected = { count: open.count, endsInMs: open.count === 0 ? 60_000 : open.start + 60_000 - Date.now() };
        expect(isRead ? counter.read(subject) : counter.add(subject)).toEqual(expected);
      }
    }),
  );
});

it("keeps no ended windows longer than the next window", () => {
  const counter = new MemoryCounter(60);
  for (let number = 0; number < 1_000; number += 1) counter.add(String(number));
  vi.setSystemTime(Date.now() + 60_000);
  counter.add("later");
  expect(counter.size).toBe(1);
});
