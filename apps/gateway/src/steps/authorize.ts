import { allows } from "@offergraph/shared/access/principal";
import { RequestError } from "../request-error.js";
import type { Step } from "./step.js";

/** Checks each root field's `@access` level. */
export const authorize: Step = ({ prepared, caller }) => {
  const beyond = prepared.rootFields.find(({ level }) => !allows(caller.level, level));
  if (beyond)
    throw new RequestError(
      "access_level_insufficient",
      `The operation ${beyond.name} requires the access level ${beyond.level}; this key has ${caller.level}.`,
      {
        operation: beyond.name,
        needed: beyond.level,
        held: caller.level,
        fix: `Use a key of level ${beyond.level}. A key's level is capped by the role of the member who created it.`,
      },
    );
};
