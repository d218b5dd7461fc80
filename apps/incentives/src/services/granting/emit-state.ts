import { grantCapped, grantFailed, grantHeld, grantPending } from "@offergraph/shared/contracts/events/incentives";
import type { GrantRow } from "../../db/rows.js";
import { grantStates, valueOfRank } from "../../domain/ranks.js";
import { grantDataOf } from "../incentives/event-data.js";
import type { GrantWrite } from "./write.js";

const events = { PENDING: grantPending, HELD: grantHeld, CAPPED: grantCapped } as const;

/** Emits the event of a new grant that is not issued. */
export function emitState({ emit }: Pick<GrantWrite, "emit">, grant: GrantRow): void {
  const state = valueOfRank(grantStates, grant.state);
  if (state === "FAILED") emit(grantFailed, grant.rowId, { ...grantDataOf(grant), failureReason: grant.failureReason ?? "" });
  else if (state === "PENDING" || state === "HELD" || state === "CAPPED") emit(events[state], grant.rowId, grantDataOf(grant));
  else throw new Error(`Invariant violated: no event for a new grant in state ${state}.`);
}
