import { newId } from "@offergraph/shared/time/ids";
import type { ResponseEvent as Response } from "@offergraph/testkit/responses";
import { visitorIdOf } from "../domain/eligibility.js";
import { outcomeEvents, processOutcome } from "../services/granting/process-outcome.js";
import type { Client, Fixture } from "./fixture.js";
import { answerOf } from "./granting.js";
import type { Incentive } from "./incentives.js";

export const range = (count: number) => Array.from({ length: count }, (_, index) => index);

export function concurrentResponses(
  fixture: Fixture,
  incentive: Incentive,
  count: number,
  changes: (index: number) => Partial<Response> = () => ({}),
): Response[] {
  const customerId = newId();
  return range(count).map((index) => answerOf(fixture, incentive, { customerId, ...changes(index) }));
}

const atOnce = 8;

/** Processes outcomes on two replicas. Each replica runs as many concurrent transactions as its pool allows. */
export async function lookTogether(
  { running }: Fixture,
  replica: Fixture["running"],
  { workspaceId }: Client,
  responses: readonly Response[],
): Promise<void> {
  const waiting = [...responses];
  const look = async ({ database }: Fixture["running"]["parts"]) => {
    for (let response = waiting.pop(); response; response = waiting.pop()) {
      const looked = response;
      await database.transaction({ workspaceId, emits: outcomeEvents }, (tx) =>
        processOutcome(tx, { ...looked, visitorId: visitorIdOf(workspaceId, looked.visitorId) }),
      );
    }
  };
  await Promise.all([running, replica].flatMap(({ parts }) => range(atOnce).map(() => look(parts))));
}
