import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SerialQueues } from "./serial-queues.js";

describe("SerialQueues", () => {
  it("runs each key's tasks one by one in order, and no more keys at once than told", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 30 }),
        fc.integer({ min: 1, max: 5 }),
        async (scheduler, keys, most) => {
          const queues = new SerialQueues(most);
          const running = new Set<string>();
          const ran: Record<string, number[]> = {};
          keys.forEach((key, index) => {
            queues.add(key, async () => {
              expect(running.has(key)).toBe(false);
              running.add(key);
              expect(running.size).toBeLessThanOrEqual(most);
              await scheduler.schedule(Promise.resolve());
              running.delete(key);
              ran[key] = [...(ran[key] ?? []), index];
            });
          });
          const idle = queues.idle();
          await scheduler.waitFor(idle);
          const expected: Record<string, number[]> = {};
          keys.forEach((key, index) => {
            expected[key] = [...(expected[key] ?? []), index];
          });
          expect(ran).toEqual(expected);
        },
      ),
    );
  });
});
