import { randomUUID } from "node:crypto";
import { requestWithRetry } from "../request-with-retry.js";
import type { Plan, PlannedResponse } from "./plan.js";
import type { Random } from "./random.js";

/** Plans about five responses per customer and form. Responses of one customer compete for the same limit. */
export function planResponses(plan: Plan, count: number, random: Random): PlannedResponse[] {
  const newcomers = Math.ceil(count / 10);
  const customers = [...plan.regulars, ...Array.from({ length: newcomers }, (_, index) => `newcomer-${index}`)] as [string, ...string[]];
  let [form, customer] = [plan.forms[0], customers[0]];
  return Array.from({ length: count }, () => {
    if (random.below(5) === 0) [form, customer] = [random.oneOf(plan.forms), random.oneOf(customers)];
    return {
      id: randomUUID(),
      form,
      outcome: random.below(8) === 0 ? "SKIPPED" : "COMPLETE",
      customerRef: random.below(10) === 0 ? null : customer,
      isLate: random.below(8) === 0,
      isRobot: random.below(6) === 0,
      decision: random.oneOf(["release", "decline", null]),
    };
  });
}

/** Each retry uses the ids of the first request, like the hosted page. */
export async function respond(baseUrl: string, { id, form, outcome, customerRef, isLate, isRobot }: PlannedResponse): Promise<void> {
  const responses = `${baseUrl}/v1/collect/${form.publicKey}/responses`;
  const customer = customerRef === null ? undefined : { ref: customerRef };
  const begin = { id, visitorId: `visitor-${id}`, ...(isRobot && { trap: "https://robot.example" }) };
  await requestWithRetry("POST", responses, { ...begin, ...(!isLate && { customer }) });
  await requestWithRetry("PATCH", `${responses}/${id}`, { outcome, ...(outcome === "COMPLETE" && { answers: { why: "Because" } }) });
  if (isLate && customer) await requestWithRetry("PATCH", `${responses}/${id}`, { customer });
}
