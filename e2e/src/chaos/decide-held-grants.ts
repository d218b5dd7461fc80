import { setTimeout as sleep } from "node:timers/promises";
import { queryWithRetry } from "../request-with-retry.js";
import type { SystemFile } from "../start-system.js";
import type { Plan, PlannedResponse } from "./plan.js";

const heldOf = "query ($id: UUID!) { trust: get_incentive_trust(id: $id) { held { rowId formResponseId } } }";
const decisionOf = (name: "release" | "decline") => `mutation ($input: ${name === "release" ? "Release" : "Decline"}IncentiveGrantInput!) {
  answer: ${name}_incentive_grant(input: $input) { userErrors { code message } } }`;

type Held = { rowId: string; formResponseId: string };

/** Releases or declines each HELD grant with a decision in the plan. */
export async function decideHeldGrants(file: SystemFile, plan: Plan, responses: readonly PlannedResponse[]): Promise<number> {
  const planned = new Map(responses.map((response) => [response.id, response.decision]));
  const ask = <Data>(query: string, variables: object) => queryWithRetry<Data>(file.baseUrl, file.secretKey, query, variables);
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

export async function keepDeciding(isOver: () => boolean, ...given: Parameters<typeof decideHeldGrants>): Promise<void> {
  while (!isOver()) {
    await decideHeldGrants(...given);
    await sleep(500);
  }
}
