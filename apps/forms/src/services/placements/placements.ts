import { isDeepStrictEqual } from "node:util";
import { rejectWith } from "@offergraph/service/mutations/reject-with";
import { formPlacementCreated, formPlacementUpdated } from "@offergraph/shared/contracts/events/forms";
import { insertPlacement, lockPlacement, type PlacementChange, readPlacements, updatePlacement } from "../../db/placements.js";
import type { FormRow, PlacementRow } from "../../db/rows.js";
import { readVariants } from "../../db/variants.js";
import { customerQuestionFault } from "../../domain/customer-question.js";
import type { Path } from "../../domain/fields.js";
import { customerQuestionOf } from "../../domain/placement-config.js";
import type { MutationTx, Tx } from "../../tx.js";
import { placementDataOf } from "../forms/event-data.js";

/**
 * Checks that the form has the question that `customer_question_key` names. Searches the published model, or the draft if the form is not
 * published.
 */
export async function checkCustomerQuestion(tx: MutationTx, form: FormRow, config: Record<string, unknown>, path: Path): Promise<void> {
  const key = customerQuestionOf(config);
  if (key === null || tx.errors.has(path)) return;
  const { publishedVariantId, draft } = form;
  const [variant] = publishedVariantId === null ? [] : await readVariants(tx.sql, [publishedVariantId]);
  const fault = customerQuestionFault(variant?.model ?? draft, key);
  if (fault !== null) tx.errors.add(path, "INVALID", fault);
}

export async function addPlacement(
  tx: Tx<typeof formPlacementCreated>,
  wanted: Pick<PlacementRow, "formId" | "channelId" | "connectionId" | "config">,
): Promise<PlacementRow> {
  const rowId = await insertPlacement(tx, wanted);
  const [placement] = await readPlacements(tx.sql, [rowId]);
  if (!placement) throw new Error(`Invariant violated: placement ${rowId} not found after insert.`);
  tx.emit(formPlacementCreated, rowId, placementDataOf(placement));
  return placement;
}

/** Locks the placement of the input's `placementId`. Ends the mutation with userErrors if the placement does not exist. */
export async function placementToChange(tx: MutationTx, id: string): Promise<PlacementRow> {
  const placement = await lockPlacement(tx.sql, id);
  if (!placement) return rejectWith(tx, ["input", "placementId"], "NOT_FOUND", "This workspace has no placement with this id.");
  tx.check();
  return placement;
}

export async function changePlacement(
  tx: Tx<typeof formPlacementUpdated>,
  placement: PlacementRow,
  change: PlacementChange,
): Promise<PlacementRow> {
  const fields = (Object.keys(change) as (keyof PlacementChange)[]).filter((field) => !isDeepStrictEqual(change[field], placement[field]));
  if (fields.length === 0) return placement;
  await updatePlacement(tx, placement.rowId, Object.fromEntries(fields.map((field) => [field, change[field]])));
  return emitPlacementUpdated(tx, placement.rowId, fields);
}

export async function emitPlacementUpdated(
  tx: Tx<typeof formPlacementUpdated>,
  rowId: string,
  changed: (keyof PlacementChange | "publicKey" | "secret" | "hasSecret")[],
): Promise<PlacementRow> {
  const [placement] = await readPlacements(tx.sql, [rowId]);
  if (!placement) throw new Error(`Invariant violated: placement ${rowId} not found after update.`);
  tx.emit(formPlacementUpdated, rowId, { ...placementDataOf(placement), changed: [...changed, "updatedAt"] });
  return placement;
}
