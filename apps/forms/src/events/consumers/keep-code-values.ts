import { readIn } from "@offergraph/shared/database/write";
import { discountCodeCreated, discountCodeDeleted, discountCodeUpdated } from "@offergraph/shared/events/catalog/discounts";
import type { EventOf } from "@offergraph/shared/events/received";
import type { Keeping } from "@offergraph/shared/references/keep";
import { forgetCode, keepCodeValue } from "../../data/keep-incentives.js";
import type { Prisma } from "../../generated/prisma/client.js";

/** What tells what discount codes are worth, and when they are over. */
export const codeValueEvents = [discountCodeCreated, discountCodeUpdated, discountCodeDeleted] as const;

type CodeEvent = EventOf<(typeof codeValueEvents)[number]>;

const kept: ReadonlySet<string> = new Set(["valueKind", "valuePercent", "valueAmount", "status", "startAt", "endsAt"]);

/** Most changes of a code are of something else. */
export const concernsCodeValue = ({ data }: CodeEvent): boolean => !("changed" in data) || data.changed.some((field) => kept.has(field));

/** Keeps what discount codes are worth, so that rewards can be named by it, and which are over, so that they are promised no more. */
export async function keepCodeValues(transaction: Prisma.TransactionClient, { type, workspaceId, data, time }: CodeEvent): Promise<void> {
  const keeping: Keeping = { read: (statement) => readIn(transaction, statement), workspaceId };
  if (type === discountCodeDeleted.subject) await forgetCode(keeping, data.rowId, time);
  else await keepCodeValue(keeping, data);
}
