import { describe, expect, it } from "vitest";
import { KeyedMutex } from "./keyed-mutex.js";

const late = () => new Error("late");
function gate() {
  let open: () => void = () => undefined;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open: () => open(), passed };
}

describe("KeyedMutex", () => {
  it("runs one after the other under one name, whatever fails, and at once under different names", async () => {
    const mutex = new KeyedMutex();
    const order: string[] = [];
    const hold = gate();
    const first = mutex.runExclusive("a", 1000, late, async () => {
      await hold.passed;
      order.push("first");
      throw new Error("gone");
    });
    const second = mutex.runExclusive("a", 1000, late, async () => order.push("second"));
    await mutex.runExclusive("b", 1000, late, async () => order.push("other"));
    hold.open();
    await expect(first).rejects.toThrow("gone");
    await second;
    expect(order).toEqual(["other", "first", "second"]);
  });
  it("times out without starting later tasks early", async () => {
    const mutex = new KeyedMutex();
    const hold = gate();
    let running = 0;
    const first = mutex.runExclusive("a", 1000, late, async () => {
      running += 1;
      await hold.passed;
      running -= 1;
    });
    await expect(mutex.runExclusive("a", 5, late, async () => running)).rejects.toThrow("late");
    const third = mutex.runExclusive("a", 1000, late, async () => running);
    hold.open();
    expect(await third).toBe(0);
    await first;
  });
});
