import { allows } from "@offergraph/shared/access/principal";
import type { Delivery } from "../proxy/delivery.js";
import { Refusal } from "../refusal.js";
import type { Step } from "./step.js";

const needed = "WRITE";

/** Who brings records changes what is there. */
export const authorizeDelivery: Step<Delivery> = ({ caller: { level: held } }) => {
  if (allows(held, needed)) return;
  throw new Refusal("access_level_insufficient", `This path needs a key of level ${needed}; this one acts with ${held}.`, {
    needed,
    held,
    fix: `Use a key of level ${needed}. A key's level is capped by the role of the member who created it.`,
  });
};
