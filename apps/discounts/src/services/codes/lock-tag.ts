import { rejectWith } from "@offergraph/service/mutations/reject-with";
import { lockTags, readTagFacet } from "../../db/tags.js";
import type { Path } from "../../domain/fields.js";
import type { TagFacet } from "../../generated/types.js";
import type { MutationTx } from "../../tx.js";

/**
 * Maximum number of codes in one bulk change of a tag. Writing 20,000 codes and the events takes about 4 s. The gateway's timeout is 15 s.
 */
export const maxCodesOfTag = 20_000;

/** Locks a tag. Rejects the mutation if no code or more than `maxCodes` codes have the tag. */
export async function lockTag(tx: MutationTx, name: string, path: Path, maxCodes = Number.POSITIVE_INFINITY): Promise<TagFacet> {
  await lockTags(tx, [name], "UPDATE");
  const tag = await readTagFacet(tx.sql, name);
  if (!tag) return rejectWith(tx, path, "NOT_FOUND", "No discount code in this workspace has this tag.");
  if (tag.count <= maxCodes) return tag;
  const message = `${tag.count} discount codes have this tag. The maximum for a change of the tag is ${maxCodes}.`;
  return rejectWith(tx, path, "LIMIT_EXCEEDED", message);
}
