import { waitUntil } from "./wait-until.js";

const day = 86_400_000;
const minRemaining = 150_000;

/** Returns the current UTC day. Shortly before midnight, waits for the next day, because tests must not span two days. */
export async function stableUtcDay(): Promise<string> {
  await waitUntil("the day does not end soon", async () => Date.now() % day < day - minRemaining, (2 * minRemaining) / 1_000);
  return new Date().toISOString().slice(0, 10);
}
