import { setTimeout as sleep } from "node:timers/promises";

/** Polls the condition until its value is truthy, and returns the value. Throws an Error after `seconds`. */
export async function waitUntil<Value>(what: string, condition: () => Promise<Value | undefined | false>, seconds = 120): Promise<Value> {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const value = await condition();
    if (value) return value;
    if (Date.now() > end) throw new Error(`Timeout after ${seconds} s: ${what}`);
    await sleep(100);
  }
}
