import { allows } from "@offergraph/shared/access/principal";
import type { IngestContext } from "../proxy/ingest-context.js";
import { RequestError } from "../request-error.js";
import type { Step } from "./step.js";

/** Checks the level that the path requires. */
export const authorizeIngest: Step<IngestContext> = ({ caller: { level: held }, target: { level: needed } }) => {
  if (needed !== undefined && allows(held, needed)) return;
  throw new RequestError("access_level_insufficient", `This path requires the access level ${needed}; this key has ${held}.`, {
    needed,
    held,
    fix: `Use a key of level ${needed}. A key's level is capped by the role of the member who created it.`,
  });
};
