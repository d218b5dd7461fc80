import type { ManifestInput } from "@offergraph/shared/schema/manifest";
import { heldGrants } from "./held-grants.js";
import { lookIntoHeldGrants } from "./look-into-held-grants.js";
import { stateMachines } from "./state-machines.js";

/** Published at GET /manifest; the gateway serves it without a change of its own. */
export const manifest: ManifestInput = {
  stateMachines,
  prompts: [lookIntoHeldGrants],
  resources: [heldGrants],
  guide: {
    manages: "incentives (rewards for answering a form) and their grants",
    refNames: ["the name of an incentive or channel"],
    irreversible: ["releasing a grant"],
  },
};
