import type { Passage } from "../exchange.js";
import type { Step } from "./step.js";

const reserved = "x-offergraph-";

/** Headers that only gateway and subgraphs may set are taken out before anything can read them. */
export const stripReservedHeaders: Step<Passage> = ({ request: { headers } }) => {
  for (const name in headers) if (name.startsWith(reserved)) delete headers[name];
};
