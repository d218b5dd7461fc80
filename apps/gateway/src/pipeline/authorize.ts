import { type AccessLevel, allows } from "@offergraph/shared/access/principal";
import type { IngestContext } from "../proxy/ingest-context.js";
import type { OperationContext } from "./context.js";
import { RequestError } from "./request-error.js";
import type { Middleware } from "./run.js";

/** Checks each root field's `@access` level. */
export const authorize: Middleware<OperationContext> = ({ prepared, caller: { level: held } }) => {
  const beyond = prepared.rootFields.find(({ level }) => !allows(held, level));
  if (beyond) throw insufficient(`The operation ${beyond.name}`, beyond.level, held, { operation: beyond.name });
};

/** Checks the level that the path requires. */
export const authorizeIngest: Middleware<IngestContext> = ({ caller: { level: held }, target: { level } }) => {
  if (!allows(held, level)) throw insufficient("This path", level, held);
};

function insufficient(subject: string, needed: AccessLevel, held: AccessLevel, details: { operation?: string } = {}): RequestError {
  return new RequestError("access_level_insufficient", `${subject} requires the access level ${needed}; this key has ${held}.`, {
    ...details,
    needed,
    held,
    fix: `Use a key of level ${needed}. A key's level is capped by the role of the member who created it.`,
  });
}
