import { setTimeout as wait } from "node:timers/promises";
import type { Read } from "@offergraph/service/db/read";
import { runCommand } from "@offergraph/service/tx/run-command";
import { idOfName } from "@offergraph/shared/time/ids";
import { addFormViews } from "../db/form-views.js";
import { readAllConnections, readPlacementsOf } from "../db/placements.js";
import { readKnownResponses } from "../db/response-list.js";
import { readShortLinksOf } from "../db/short-links.js";
import type { FormsDeps } from "../deps.js";
import { channelMeant } from "../domain/channels.js";
import { PendingViews } from "../services/views/pending-views.js";
import { demoEvents, findLongForm, makeForms } from "./make-forms.js";
import { respond } from "./respond.js";
import { demoResponses, responseSketch } from "./responses.js";

export interface Seeding {
  workspaceId: string;
  now: Date;
  deps: FormsDeps;
  /** Maximum time in milliseconds to wait for the discounts service's event about a store connection. */
  timeoutMs: number;
}

const dayMs = 86_400_000;
/** Age of the demo forms in days. All demo responses are more recent. */
const formsAgeDays = 31;
/** Number of demo responses that are created at the same time. Equals the number of database connections. */
const atOnce = 2;

/** Adds demo forms and responses to a workspace. Does not change existing records. Returns the numbers of created records. */
export async function seedDemo(seeding: Seeding): Promise<{ forms: number; responses: number }> {
  const { workspaceId, now, deps } = seeding;
  const read = deps.readerOf(workspaceId);
  if (!(await findLongForm(read))) await someConnection(read, seeding.timeoutMs);
  const before = new Date(now.getTime() - formsAgeDays * dayMs);
  const forms = await runCommand(deps.database, { workspaceId, now: before, emits: demoEvents }, makeForms);
  return { forms, responses: await addResponses(seeding, read) };
}

/** Waits until the discounts service's event about the demo store connection has arrived. */
async function someConnection(read: Read, timeoutMs: number): Promise<void> {
  const end = performance.now() + timeoutMs;
  while ((await readAllConnections(read)).length === 0 && performance.now() < end) await wait(20);
}

async function addResponses({ workspaceId, now, deps: shared }: Seeding, read: Read): Promise<number> {
  const deps = { ...shared, views: new PendingViews() };
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
      await respond({ deps, now, placement }, idOf(number), sketch);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  await addFormViews(deps.database.autocommit({ workspaceId, now }), deps.views.take(workspaceId));
  return missing.length;
}

async function placementsByChannel(read: Read): Promise<Map<string, { publicKey: string; shortLinkCode: string }>> {
  const form = await findLongForm(read);
  const placements = (form && (await readPlacementsOf(read, [form.rowId])).get(form.rowId)) ?? [];
  const links = await readShortLinksOf(
    read,
    placements.map(({ rowId }) => rowId),
  );
  return new Map(
    placements.map(({ rowId, channelId, publicKey }) => [channelId, { publicKey, shortLinkCode: links.get(rowId)?.[0]?.code ?? "" }]),
  );
}
