import type { Passage } from "../exchange.js";
import type { Step } from "./step.js";

const reserved = "x-offergraph-";

/** Removes headers that only the gateway and subgraphs may set. */
export const stripReservedHeaders: Step<Passage> = ({ request: { headers } }) => {
  for (const name in headers) if (name.startsWith(reserved)) delete headers[name];
};
