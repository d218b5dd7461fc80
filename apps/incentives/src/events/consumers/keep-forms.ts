import { readIn } from "@offergraph/shared/database/write";
import { formCreated, formDeleted, formPublished, formUpdated } from "@offergraph/shared/events/catalog/forms";
import type { EventOf } from "@offergraph/shared/events/parse-event";
import { type Keeping, tombstoneForm, upsertForm } from "@offergraph/shared/references/upsert";
import { planPending } from "../../data/due-grants.js";
import { keepPublished } from "../../data/keep-published.js";
import { lockForGrants } from "../../data/locks.js";
import type { Prisma } from "../../generated/prisma/client.js";

export const formEvents = [formCreated, formUpdated, formPublished, formDeleted] as const;

/** Stores ids, slugs, titles and unpublish times of forms. Fails PENDING grants of a deleted form. */
export async function keepForms(
  transaction: Prisma.TransactionClient,
  { type, workspaceId, data, time }: EventOf<(typeof formEvents)[number]>,
): Promise<void> {
  const keeping: Keeping = { read: (statement) => readIn(transaction, statement), workspaceId };
  if (type === formDeleted.subject) {
    await lockForGrants(keeping, [`form ${data.rowId}`]);
    await tombstoneForm(keeping, data, time);
    // The customers of its responses can no longer become known.
    return planPending(keeping, data.rowId, time);
  }
  await upsertForm(keeping, data, "event");
  await keepPublished(keeping, data);
}
