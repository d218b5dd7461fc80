import { readIn } from "@offergraph/service/db/write";
import { type Keeping, tombstoneForm, upsertForm } from "@offergraph/service/replicas/upsert";
import { legacySqlTx } from "@offergraph/service/tx/legacy";
import { formCreated, formDeleted, formPublished, formUpdated } from "@offergraph/shared/contracts/events/forms";
import type { EventOf } from "@offergraph/shared/contracts/parse-event";
import { planPending } from "../db/due-grants.js";
import { keepPublished } from "../db/keep-published.js";
import { lockForGrants } from "../db/locks.js";
import type { Prisma } from "../generated/prisma/client.js";

export const formEvents = [formCreated, formUpdated, formPublished, formDeleted] as const;

/** Stores ids, slugs, titles and unpublish times of forms. Fails PENDING grants of a deleted form. */
export async function keepForms(
  transaction: Prisma.TransactionClient,
  { type, workspaceId, data, time }: EventOf<(typeof formEvents)[number]>,
): Promise<void> {
  const keeping: Keeping = { read: (statement) => readIn(transaction, statement), workspaceId };
  if (type === formDeleted.subject) {
    await lockForGrants(keeping, [`form ${data.rowId}`]);
    await tombstoneForm(legacySqlTx(transaction, workspaceId), data, time);
    // The customers of its responses can no longer become known.
    return planPending(keeping, data.rowId, time);
  }
  await upsertForm(legacySqlTx(transaction, workspaceId), data, "event");
  await keepPublished(keeping, data);
}
