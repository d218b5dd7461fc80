import type { Violations } from "@offergraph/shared/errors/user-error";
import type { Path } from "./fields.js";

export interface PartnerFields {
  name: string;
  handle: string | null;
}

const handlePattern = /^[A-Za-z0-9._-]{1,64}$/;

/** Returns an error for a name that starts with "@", because filters treat the name as a handle. */
export function partnerNameProblem(name: string): string | undefined {
  return name.trim().startsWith("@") ? 'The name must not begin with "@". Set the handle separately.' : undefined;
}

/** Returns the handle without "@", or undefined if the text is not a handle. */
export function readHandle(text: string): string | undefined {
  const handle = text.replace(/^@/, "");
  return handlePattern.test(handle) ? handle : undefined;
}

export const handleRule = "The handle must have 1-64 characters: a-z, A-Z, 0-9, dots, underscores and dashes.";

/** Converts the fields that the client sent to their stored form. Skips fields that already violate a constraint of the schema. */
export function readPartnerFields(
  { name, handle }: { name?: string | null | undefined; handle?: string | null | undefined },
  path: Path,
  violations: Violations,
): Partial<PartnerFields> {
  const fields: Partial<PartnerFields> = {};
  if (name === null) violations.add([...path, "name"], "REQUIRED", "`name` must not be null. Omit the field to keep the name.");
  if (typeof name === "string") {
    const wrong = partnerNameProblem(name);
    if (wrong !== undefined && !violations.has([...path, "name"])) violations.add([...path, "name"], "INVALID", wrong);
    fields.name = name.trim();
  }
  if (handle === null) fields.handle = null;
  if (typeof handle === "string") {
    const read = readHandle(handle);
    if (read === undefined && !violations.has([...path, "handle"])) violations.add([...path, "handle"], "INVALID", handleRule);
    fields.handle = read ?? null;
  }
  return fields;
}
