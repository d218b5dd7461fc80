import { setTimeout as pause } from "node:timers/promises";
import type { Read } from "@offergraph/service/db/read";
import { sql } from "@offergraph/service/db/statement";
import { incentiveCreated } from "@offergraph/shared/contracts/events/incentives";
import { nameKey } from "@offergraph/shared/schema/name-key";
import { newId } from "@offergraph/shared/time/ids";
import { noteCheck } from "../db/incentive-checks.js";
import { readIncentives } from "../db/incentives.js";
import type { ResponseReference } from "../db/keep-responses.js";
import { readRules, replaceRules } from "../db/rules.js";
import { insertIncentive, updateIncentive } from "../db/write-incentives.js";
import { newIncentive } from "../domain/fields.js";
import { incentiveStatuses, responseStatuses, valueOfRank } from "../domain/ranks.js";
import type { Prisma } from "../generated/prisma/client.js";
import { processOutcome } from "../services/granting/process-outcome.js";
import type { GrantWrite } from "../services/granting/write.js";
import { incentiveDataOf } from "../services/incentives/event-data.js";
import { demoIncentives, type IncentiveSketch } from "./incentives.js";

export type SeedWrite = GrantWrite & { transaction: Prisma.TransactionClient };

export interface Seeding {
  write<Result>(effect: (write: SeedWrite) => Promise<Result>): Promise<Result>;
  /** Timeout for the events of the other demos. */
  patienceMs: number;
}

/** Ids of a template's references. */
interface Found {
  sketch: IncentiveSketch;
  formId: string;
  discountCodeId: string | null;
  connectionId: string | null;
}

/**
 * Creates demo incentives; existing records do not change. Forms' demo may run at the same time: outcomes received before the incentives
 * existed are processed again, later ones as they arrive. Returns the number of created incentives.
 */
export async function seedDemo({ write, patienceMs }: Seeding): Promise<number> {
  const found = await findAll(write, patienceMs);
  const made = await write(async (seeding) => {
    const rows = await seeding.read<{ name: string }>(sql`SELECT i.name FROM incentives i WHERE i.deleted_at IS NULL`);
    const names = new Set(rows.map(({ name }) => name));
    const missing = found.filter(({ sketch }) => !names.has(sketch.fields.name));
    for (const one of missing) await makeIncentive(seeding, one);
    return missing.length;
  });
  if (made > 0)
    for (const response of await write(({ read }) => readHeard(read, found))) await write((seeding) => processOutcome(seeding, response));
  return made;
}

async function findAll(write: Seeding["write"], patienceMs: number): Promise<Found[]> {
  const end = performance.now() + patienceMs;
  for (;;) {
    const found = await write(async ({ read }) => {
      const all: Found[] = [];
      for (const sketch of demoIncentives) all.push(...(await find(read, sketch)));
      return all;
    });
    if (found.length === demoIncentives.length) return found;
    if (performance.now() >= end)
      throw new Error(
        "Forms and codes of the demo not found in incentives. Start the services and NATS, run the demos of discounts and forms, then retry.",
      );
    await pause(50);
  }
}

/** Resolves a template's references; undefined until all their events have arrived. */
async function find(read: Read, sketch: IncentiveSketch): Promise<Found[]> {
  const { code = null, store = null } = sketch.rule;
  const rows = await read<Omit<Found, "sketch">>(sql`
    SELECT f.row_id AS "formId", n.discount_code_id AS "discountCodeId", k.row_id AS "connectionId"
    FROM form_references f
    LEFT JOIN discount_code_names n ON n.workspace_id = f.workspace_id AND n.name_key = ${code === null ? null : nameKey(code)}
    LEFT JOIN connection_references k ON k.workspace_id = f.workspace_id AND k.slug = ${store}
    WHERE f.title = ${sketch.form} AND NOT f.is_deleted LIMIT 1`);
  return rows
    .filter(({ discountCodeId, connectionId }) => (code === null || discountCodeId !== null) && (store === null || connectionId !== null))
    .map((row) => ({ sketch, ...row }));
}

async function makeIncentive(write: SeedWrite, { sketch, formId, discountCodeId, connectionId }: Found): Promise<void> {
  const { kind, terms } = sketch.rule;
  const rowId = newId();
  await insertIncentive(write, rowId, { ...newIncentive, ...sketch.fields, formId });
  await replaceRules(write, rowId, [{ rowId: newId(), isNew: true, kind, outcome: "COMPLETE", discountCodeId, connectionId, terms }]);
  await updateIncentive(write, { rowId, status: incentiveStatuses.indexOf("DRAFT") }, { status: "ACTIVE" });
  const [incentive] = await readIncentives(write.read, [rowId]);
  if (!incentive) throw new Error(`Invariant violated: incentive ${rowId} not found after insert.`);
  await noteCheck(write, rowId);
  write.emit(incentiveCreated, rowId, incentiveDataOf(incentive, await readRules(write.read, rowId)));
}

/** Reads the outcomes received so far, in the order they happened. */
async function readHeard(read: Read, found: readonly Found[]): Promise<ResponseReference[]> {
  const rows = await read<Omit<ResponseReference, "status"> & { status: number }>(sql`
    SELECT p.row_id AS "rowId", p.form_id AS "formId", p.status, p.completed_at AS "completedAt", p.customer_id AS "customerId",
      p.customer_verified AS "customerVerified", p.verification_expected AS "verificationExpected", p.visitor_id AS "visitorId",
      p.trust_score AS "trustScore"
    FROM form_response_references p WHERE p.form_id = ANY(${found.map(({ formId }) => formId)}::uuid[]) ORDER BY p.completed_at, p.row_id`);
  return rows.map(({ status, ...response }) => ({ ...response, status: valueOfRank(responseStatuses, status) }));
}
