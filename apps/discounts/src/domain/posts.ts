import type { Violations } from "@offergraph/shared/errors/user-error";
import type { Path } from "./fields.js";

export interface PostFields {
  url: string;
  channel: string;
  /** Time in UTC with milliseconds. */
  publishedAt: string;
}

type Given = { [Field in keyof PostFields]?: string | null | undefined };

/** Converts the fields that the client sent to their stored form. Skips fields that already violate a constraint of the schema. */
export function readPostFields(given: Given, path: Path, violations: Violations): Partial<PostFields> {
  const fields: Partial<PostFields> = {};
  for (const field of ["url", "channel", "publishedAt"] as const) {
    const value = given[field];
    if (value === null) violations.add([...path, field], "REQUIRED", `${field} must not be null. Omit the field to keep the value.`);
    if (typeof value === "string") fields[field] = field === "publishedAt" ? new Date(value).toISOString() : value.trim();
  }
  if (fields.url !== undefined && !violations.has([...path, "url"]) && !isPublicUrl(fields.url))
    violations.add([...path, "url"], "INVALID", "url must be an http or https URL without a user name or password.");
  return fields;
}

function isPublicUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return ["http:", "https:"].includes(protocol) && username === "" && password === "";
}

export interface PostCode {
  code: string;
  partnerId: string | null;
  /** The post that already contains the code. */
  postId: string | null;
}

/** Adds a violation for each code that the post cannot contain. `codes` are in input order, with undefined for an unknown code. */
export function checkPostCodes(
  codes: readonly (PostCode | undefined)[],
  post: { partnerId: string; rowId: string | null },
  path: Path,
  violations: Violations,
): void {
  codes.forEach((code, position) => {
    if (!code) return;
    if (code.partnerId !== post.partnerId) {
      const remedy = "First assign the code to this partner with assign_discount_codes_to_partner.";
      violations.add([...path, position], "INVALID", `Discount code ${code.code} does not belong to the post's partner. ${remedy}`);
    } else if (code.postId !== null && code.postId !== post.rowId) {
      const remedy = "First remove the code from that post with update_post.";
      violations.add([...path, position], "TAKEN", `The post ${code.postId} already names the discount code ${code.code}. ${remedy}`);
    }
  });
}
