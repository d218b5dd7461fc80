import { setTimeout as wait } from "node:timers/promises";
import type { Read } from "@offergraph/service/db/read";
import type { Logger } from "@offergraph/shared/log/logger";
import { idOfName } from "@offergraph/shared/time/ids";
import { readKnownResponses } from "../db/known-responses.js";
import { readPlacementsOf } from "../db/placements.js";
import { readAllConnections } from "../db/references.js";
import { readShortLinksOf } from "../db/short-links.js";
import type { CollectDeps } from "../deps.js";
import { channelMeant } from "../domain/channels.js";
import type { FormWrite } from "../services/forms/write.js";
import { findLongForm, makeForms } from "./make-forms.js";
import { respond } from "./respond.js";
import { demoResponses, responseSketch } from "./responses.js";

export interface Seeding {
  workspaceId: string;
  now: Date;
  /** Runs a write and its events with the clock at a past time. */
  writeAt<Result>(time: Date, effect: (write: FormWrite) => Promise<Result>): Promise<Result>;
  deps: CollectDeps;
  log: Logger;
  /** Timeout for the event of discounts that brings a store connection. */
  patienceMs: number;
}

const dayMs = 86_400_000;
/** Age of the forms; greater than that of the first response. */
const formsAgeDays = 31;
/** Concurrent visitors; matches the number of database connections. */
const atOnce = 2;

/**
 * Fills a workspace with demo forms and responses with the API's rules and events. Idempotent: keeps existing records and completes an
 * interrupted run. Returns the numbers created.
 */
export async function seedDemo(seeding: Seeding): Promise<{ forms: number; responses: number }> {
  const { workspaceId, now, writeAt, deps } = seeding;
  const read = deps.readIn(workspaceId);
  if (!(await findLongForm({ read }))) await someConnection(read, seeding.patienceMs);
  const forms = await writeAt(new Date(now.getTime() - formsAgeDays * dayMs), makeForms);
  return { forms, responses: await addResponses(seeding, read) };
}

/** Waits for the event of the store connection in discounts' demo data. */
async function someConnection(read: Read, patienceMs: number): Promise<void> {
  const end = performance.now() + patienceMs;
  while ((await readAllConnections(read)).length === 0 && performance.now() < end) await wait(20);
}

async function addResponses({ workspaceId, now, deps, log }: Seeding, read: Read): Promise<number> {
  const idOf = (number: number) => idOfName(workspaceId, `demo response ${number}`);
  const numbers = Array.from({ length: demoResponses }, (_, number) => number);
  const known = await readKnownResponses(read, numbers.map(idOf));
  const missing = numbers.filter((number) => !known.has(idOf(number)));
  const placements = await placementsByChannel(read);
  const left = [...missing];
  const work = async () => {
    for (let number = left.shift(); number !== undefined; number = left.shift()) {
      const sketch = responseSketch(number);
      const channel = channelMeant(workspaceId, { name: sketch.channel });
      const placement = placements.get(channel?.rowId ?? "") ?? [...placements.values()][0];
      if (!placement) throw new Error("Invariant violated: the demo form has no placement.");
      await respond({ deps, log, now, placement }, idOf(number), sketch);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return missing.length;
}

/** Placements of the demo form by channel id. */
async function placementsByChannel(read: Read): Promise<Map<string, { publicKey: string; shortLinkCode: string }>> {
  const form = await findLongForm({ read });
  const placements = (form && (await readPlacementsOf(read, [form.rowId])).get(form.rowId)) ?? [];
  const links = await readShortLinksOf(
    read,
    placements.map(({ rowId }) => rowId),
  );
  return new Map(
    placements.map(({ rowId, channelId, publicKey }) => [channelId, { publicKey, shortLinkCode: links.get(rowId)?.[0]?.code ?? "" }]),
  );
}
