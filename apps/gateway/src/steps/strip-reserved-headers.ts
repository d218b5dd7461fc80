import type { RequestContext } from "../request-context.js";
import type { Step } from "./step.js";

const reserved = "x-offergraph-";

/** Removes headers that only the gateway and subgraphs may set. */
export const stripReservedHeaders: Step<RequestContext> = ({ request: { headers } }) => {
  for (const name in headers) if (name.startsWith(reserved)) delete headers[name];
};
