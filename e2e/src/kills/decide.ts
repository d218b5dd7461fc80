import { setTimeout as pause } from "node:timers/promises";
import type { SystemFile } from "../start-system.js";
import type { Plan, PlannedResponse } from "./plan.js";
import { retriedData } from "./retried.js";

const heldOf = "query ($id: UUID!) { trust: get_incentive_trust(id: $id) { held { rowId formResponseId } } }";
const decisionOf = (name: "release" | "decline") => `mutation ($input: ${name === "release" ? "Release" : "Decline"}IncentiveGrantInput!) {
  answer: ${name}_incentive_grant(input: $input) { userErrors { code message } } }`;

type Held = { rowId: string; formResponseId: string };

/** Decides about what is held now, as planned for each response; gives how many decisions that were. */
export async function decideOnHeld(file: SystemFile, plan: Plan, responses: readonly PlannedResponse[]): Promise<number> {
  const planned = new Map(responses.map((response) => [response.id, response.decision]));
  const ask = <Data>(query: string, variables: object) => retriedData<Data>(file.baseUrl, file.secretKey, query, variables);
  let decided = 0;
  for (const { rowId: id, minTrustScore } of plan.incentives) {
    if (minTrustScore === null) continue;
    const { trust } = await ask<{ trust: { held: Held[] } }>(heldOf, { id });
    for (const { rowId: grantId, formResponseId } of trust.held) {
      const decision = planned.get(formResponseId);
      if (!decision) continue;
      const { answer } = await ask<{ answer: { userErrors: object[] } }>(decisionOf(decision), { input: { grantId } });
      if (answer.userErrors.length > 0) throw new Error(`${decision} of ${grantId}: ${JSON.stringify(answer.userErrors)}`);
      decided += 1;
    }
  }
  return decided;
}

/** Decides as long as `isOver` says no. */
export async function keepDeciding(isOver: () => boolean, ...given: Parameters<typeof decideOnHeld>): Promise<void> {
  while (!isOver()) {
    await decideOnHeld(...given);
    await pause(500);
  }
}
