import { randomUUID } from "node:crypto";
import type { Drawer } from "./draw.js";
import type { Plan, PlannedResponse } from "./plan.js";
import { retried } from "./retried.js";

/** Visitors of all kinds, about seven responses for each customer; most of them at once, so that they are after the same last place. */
export function planResponses(plan: Plan, count: number, draw: Drawer): PlannedResponse[] {
  const newcomers = Math.ceil(count / 10);
  const customers = [...plan.regulars, ...Array.from({ length: newcomers }, (_, index) => `newcomer-${index}`)] as [string, ...string[]];
  let [form, customer] = [plan.forms[0], customers[0]];
  return Array.from({ length: count }, () => {
    if (draw.below(5) === 0) [form, customer] = [draw.oneOf(plan.forms), draw.oneOf(customers)];
    return {
      id: randomUUID(),
      form,
      outcome: draw.below(8) === 0 ? "SKIPPED" : "COMPLETE",
      customerRef: draw.below(10) === 0 ? null : customer,
      isLate: draw.below(8) === 0,
      isRobot: draw.below(6) === 0,
      decision: draw.oneOf(["release", "decline", null]),
    };
  });
}

/** Responds as a page does: the same ids again as long as it hears nothing, or of trouble. */
export async function respond(baseUrl: string, { id, form, outcome, customerRef, isLate, isRobot }: PlannedResponse): Promise<void> {
  const responses = `${baseUrl}/v1/collect/${form.publicKey}/responses`;
  const customer = customerRef === null ? undefined : { ref: customerRef };
  const begin = { id, visitorId: `visitor-${id}`, ...(isRobot && { trap: "https://robot.example" }) };
  await retried("POST", responses, { ...begin, ...(!isLate && { customer }) });
  await retried("PATCH", `${responses}/${id}`, { outcome, ...(outcome === "COMPLETE" && { answers: { why: "Because" } }) });
  if (isLate && customer) await retried("PATCH", `${responses}/${id}`, { customer });
}
