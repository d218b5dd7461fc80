import { setTimeout as sleep } from "node:timers/promises";
import { keepDeciding } from "../../chaos/decide-held-grants.js";
import type { Plan, PlannedResponse } from "../../chaos/plan.js";
import { respond } from "../../chaos/visitors.js";
import type { SystemFile } from "../../start-system.js";

const senders = 6;
const pauseMs = 400;

/** Sends responses slowly and decides held grants until `isOver` returns true. Returns the sent responses. */
export async function streamResponses(
  file: SystemFile,
  plan: Plan,
  responses: readonly PlannedResponse[],
  isOver: () => boolean,
): Promise<PlannedResponse[]> {
  const sent: PlannedResponse[] = [];
  const waiting = [...responses];
  const send = async () => {
    for (let next = waiting.shift(); next && !isOver(); next = waiting.shift()) {
      await respond(file.baseUrl, next);
      sent.push(next);
      await sleep(pauseMs);
    }
  };
  await Promise.all([keepDeciding(isOver, file, plan, responses), ...Array.from({ length: senders }, send)]);
  return sent;
}
