import { grantCapped, grantFailed, grantHeld, grantPending } from "@offergraph/shared/events/catalog/incentives";
import type { GrantRow } from "../data/rows.js";
import { grantStates, valueOfRank } from "../domain/ranks.js";
import { grantDataOf } from "../events/publish.js";
import type { GrantWrite } from "./write.js";

const events = { PENDING: grantPending, HELD: grantHeld, CAPPED: grantCapped } as const;

/** Tells of a grant that was decided about and that nothing is to be given for, now or ever. */
export function tellOfNew({ emit }: Pick<GrantWrite, "emit">, grant: GrantRow): void {
  const state = valueOfRank(grantStates, grant.state);
  if (state === "FAILED") emit(grantFailed, grant.rowId, { ...grantDataOf(grant), failureReason: grant.failureReason ?? "" });
  else if (state === "PENDING" || state === "HELD" || state === "CAPPED") emit(events[state], grant.rowId, grantDataOf(grant));
  else throw new Error(`A grant that is ${state} is told of by who made it so.`);
}
