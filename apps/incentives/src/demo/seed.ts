import { setTimeout as sleep } from "node:timers/promises";
import type { Read } from "@offergraph/service/db/read";
import type { Database } from "@offergraph/service/tx/database";
import { incentiveCreated } from "@offergraph/shared/contracts/events/incentives";
import { newId } from "@offergraph/shared/time/ids";
import { type DemoReferences, findDemoReferences, readIncentiveNames, readOutcomes } from "../db/demo.js";
import { queueCheck } from "../db/incentive-checks.js";
import { insertIncentive, readWritten, updateIncentive } from "../db/incentives.js";
import { readRules, replaceRules } from "../db/rules.js";
import { newIncentive } from "../domain/fields.js";
import { incentiveStatuses } from "../domain/ordinals.js";
import type { Prisma } from "../generated/prisma/client.js";
import { outcomeEvents, processOutcome } from "../services/granting/process-outcome.js";
import { incentiveDataOf } from "../services/incentives/incentive-data.js";
import type { Tx } from "../tx.js";
import { demoIncentives, type IncentiveTemplate } from "./incentives.js";

type Found = DemoReferences & { template: IncentiveTemplate };

/**
 * Creates missing demo incentives. Processes outcomes that arrived before the demo incentives existed. Returns the number of created
 * incentives.
 */
export async function seedDemo({
  database,
  workspaceId,
  timeoutMs,
}: {
  database: Database<Prisma.TransactionClient>;
  workspaceId: string;
  timeoutMs: number;
}): Promise<number> {
  const read: Read = (statement) => database.read(workspaceId, statement);
  const found = await waitForReferences(read, timeoutMs);
  const created = await database.transaction({ workspaceId, emits: [incentiveCreated] }, async (tx) => {
    const names = await readIncentiveNames(tx.sql);
    const missing = found.filter(({ template }) => !names.has(template.fields.name));
    for (const one of missing) await createIncentive(tx, one);
    return missing.length;
  });
  const formIds = found.map(({ formId }) => formId);
  for (const response of created > 0 ? await readOutcomes(read, formIds) : [])
    await database.transaction({ workspaceId, emits: outcomeEvents }, (tx) => processOutcome(tx, response));
  return created;
}

async function waitForReferences(read: Read, timeoutMs: number): Promise<Found[]> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const found: Found[] = [];
    for (const template of demoIncentives) {
      const references = await findDemoReferences(read, template.form, template.rule);
      if (references) found.push({ template, ...references });
    }
    if (found.length === demoIncentives.length) return found;
    if (performance.now() >= end)
      throw new Error(
        "The incentives service did not find the demo forms and codes. Start the services and NATS, run the demo commands of the discounts and forms services, then retry.",
      );
    await sleep(50);
  }
}

async function createIncentive(tx: Tx<typeof incentiveCreated>, { template, formId, discountCodeId, connectionId }: Found): Promise<void> {
  const { kind, terms } = template.rule;
  const rowId = newId();
  await insertIncentive(tx, rowId, { ...newIncentive, ...template.fields, formId });
  await replaceRules(tx, rowId, [{ rowId: newId(), isNew: true, kind, outcome: "COMPLETE", discountCodeId, connectionId, terms }]);
  await updateIncentive(tx, { rowId, status: incentiveStatuses.indexOf("DRAFT") }, { status: "ACTIVE" });
  await queueCheck(tx, rowId);
  tx.emit(incentiveCreated, rowId, incentiveDataOf(await readWritten(tx, rowId), await readRules(tx.sql, rowId)));
}
