import { readIn } from "@offergraph/shared/database/write";
import { formCreated, formDeleted, formPublished, formUpdated } from "@offergraph/shared/events/catalog/forms";
import type { EventOf } from "@offergraph/shared/events/received";
import { forgetForm, type Keeping, keepForm } from "@offergraph/shared/references/keep";
import { planPending } from "../../data/due-grants.js";
import { keepPublished } from "../../data/keep-published.js";
import { lockForGrants } from "../../data/locks.js";
import type { Prisma } from "../../generated/prisma/client.js";

/** What tells of forms. */
export const formEvents = [formCreated, formUpdated, formPublished, formDeleted] as const;

/** Keeps ids, slugs and titles of forms, so that they are found without asking, since when one is shown no more, and fails what waits for a deleted one. */
export async function keepForms(
  transaction: Prisma.TransactionClient,
  { type, workspaceId, data, time }: EventOf<(typeof formEvents)[number]>,
): Promise<void> {
  const keeping: Keeping = { read: (statement) => readIn(transaction, statement), workspaceId };
  if (type === formDeleted.subject) {
    await lockForGrants(keeping, [`form ${data.rowId}`]);
    await forgetForm(keeping, data, time);
    // Nobody can say any more whose its responses are.
    return planPending(keeping, data.rowId, time);
  }
  await keepForm(keeping, data, "event");
  await keepPublished(keeping, data);
}
