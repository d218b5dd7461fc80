import type { Violations } from "@offergraph/shared/errors/user-error";
import type { FormsDeps } from "../../deps.js";
import { utcDay } from "../../domain/view-days.js";
import { type GivenForm, givenForm, unknownVersion } from "../responses/given-form.js";
import type { LoadedPlacement } from "../responses/load-placement.js";

/** Counts a view of the form that the body names, in memory only. */
export async function countView(deps: FormsDeps, offered: LoadedPlacement, body: GivenForm, violations: Violations): Promise<void> {
  const now = deps.clock.now();
  const given = await givenForm(deps, offered, body, now);
  if (!given) return violations.add(["formVariantId"], "NOT_FOUND", unknownVersion);
  const { workspaceId, formId, placementId } = given.placement;
  deps.views.add(workspaceId, { formId, placementId, day: utcDay(now), count: 1 });
}
