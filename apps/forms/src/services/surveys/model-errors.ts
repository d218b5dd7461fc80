import { type UserError, Violations } from "@offergraph/shared/errors/user-error";
import type { Json } from "../../domain/draft-walk.js";
import { VisitorError } from "../../domain/visitor-error.js";
import type { Surveys } from "./surveys.js";

/** Checks a stored model before a visitor gets it. Throws VisitorError UNAVAILABLE if too many models wait for a check. */
export async function modelErrors(surveys: Pick<Surveys, "checkModel">, workspaceId: string, model: Json): Promise<readonly UserError[]> {
  const violations = new Violations();
  await surveys.checkModel(workspaceId, model, [], violations);
  const busy = violations.list.find(({ code }) => code === "UNAVAILABLE");
  if (busy) throw new VisitorError("UNAVAILABLE", busy.message);
  return violations.list;
}
