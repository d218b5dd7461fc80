import { groupBy } from "@offergraph/service/db/group-by";
import type { Read } from "@offergraph/service/db/read";
import { raw, sql } from "@offergraph/service/db/statement";
import type { Trigger } from "../domain/triggers.js";
import { Prisma } from "../generated/prisma/client.js";
import type { Tx } from "../tx.js";
import type { TriggerRow } from "./rows.js";

const columns = raw(`t.row_id AS "rowId", t.form_id AS "formId", t.type, t.matches, t.delay_ms, t.percent, t.selector`);

export async function readTriggersOf(read: Read, formIds: readonly string[]): Promise<Map<string, TriggerRow[]>> {
  const rows = await read<TriggerRow>(sql`
    SELECT ${columns} FROM form_triggers t WHERE t.form_id = ANY(${formIds}::uuid[]) ORDER BY t.form_id, t.position`);
  return groupBy(rows, ({ formId }) => formId);
}

export async function replaceTriggers(
  { prisma, workspaceId }: Tx,
  formId: string,
  triggers: readonly (Trigger & { rowId: string })[],
): Promise<void> {
  await prisma.formTrigger.deleteMany({ where: { workspaceId, formId } });
  if (triggers.length === 0) return;
  await prisma.formTrigger.createMany({
    data: triggers.map(({ matches, delay_ms: delayMs, ...trigger }, position) => ({
      ...{ ...trigger, workspaceId, formId, position, delayMs },
      matches: matches?.map((match) => ({ ...match })) ?? Prisma.DbNull,
    })),
  });
}
