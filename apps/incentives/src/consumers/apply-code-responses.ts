import { grantCodeIssued, grantCodeRejected } from "@offergraph/shared/contracts/events/discounts";
import type { EventOf } from "@offergraph/shared/contracts/parse-event";
import { nameKey } from "@offergraph/shared/schema/name-key";
import type { Clock } from "@offergraph/shared/time/clock";
import { readEarned } from "../db/earnings.js";
import { lockGrant, readGrants } from "../db/grants.js";
import { customerKey, lockForGrants, responseKey } from "../db/locks.js";
import { grantStates } from "../domain/ranks.js";
import type { Prisma } from "../generated/prisma/client.js";
import { fail, issueCode } from "../services/granting/issue.js";
import { type GrantWrite, grantWithin } from "../services/granting/write.js";

export const codeEvents = [grantCodeIssued, grantCodeRejected] as const;

type CodeEvent = EventOf<(typeof codeEvents)[number]>;

/** Issues grants with the codes they requested. Ignores responses to grants that no longer wait. */
export function applyCodeResponses(clock: Clock) {
  return (transaction: Prisma.TransactionClient, event: CodeEvent): Promise<void> =>
    grantWithin(transaction, event, clock.now(), (write) => takeAnswer(write, event));
}

async function takeAnswer(write: GrantWrite, { type, data }: CodeEvent): Promise<void> {
  const [known] = await readGrants(write.read, [data.grantId]);
  if (!known) return;
  const keys = [...responseKey(known.formResponseId), ...customerKey(known.customerId)];
  const isGiven = type === grantCodeIssued.subject;
  await lockForGrants(write, isGiven ? [...keys, `code ${nameKey(data.code)}`] : keys);
  const grant = await lockGrant(write.read, data.grantId);
  if (grant?.state !== grantStates.indexOf("ISSUING")) return;
  if (!isGiven) {
    await fail(write, grant.rowId, data.reason);
    return;
  }
  const issuing = (await readEarned(write.read, [grant.rowId])).get(grant.rowId);
  if (!issuing) throw new Error(`Invariant violated: no rule for grant ${grant.rowId}.`);
  await issueCode(write, grant, issuing, { code: data.code, startsAt: data.startsAt ?? null });
}
