import { until } from "./until.js";

const day = 86_400_000;
const room = 150_000;

/** The day that it is in UTC, of which some minutes are left: shortly before midnight, the next one is waited for. */
export async function dayWithRoom(): Promise<string> {
  await until("the day has room", async () => Date.now() % day < day - room, (2 * room) / 1_000);
  return new Date().toISOString().slice(0, 10);
}
