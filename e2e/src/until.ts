import { setTimeout as pause } from "node:timers/promises";

/** Asks again and again until the condition gives something true, and gives that; throws after `seconds`. */
export async function until<Value>(what: string, condition: () => Promise<Value | undefined | false>, seconds = 120): Promise<Value> {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const value = await condition();
    if (value) return value;
    if (Date.now() > end) throw new Error(`Waited ${seconds} s in vain: ${what}`);
    await pause(100);
  }
}
