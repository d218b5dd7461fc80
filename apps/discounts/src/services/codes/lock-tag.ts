import { rejectWith } from "@offergraph/service/mutations/reject-with";
import { lockTags, readTagFacet } from "../../db/tags.js";
import type { Path } from "../../domain/fields.js";
import type { TagColor } from "../../generated/types.js";
import type { MutationTx } from "../../tx.js";

/** Maximum number of codes per transaction, each with its event. Takes about 4 s; the gateway's timeout is 15 s. */
const maxCodes = 20_000;

/** Locks a tag and returns its color. Rejects if no code has the tag, or too many codes have it. */
export async function lockTag(tx: MutationTx, name: string, path: Path): Promise<TagColor> {
  await lockTags(tx, [name], "UPDATE");
  const tag = await readTagFacet(tx.sql, name);
  if (!tag) return rejectWith(tx, path, "NOT_FOUND", "No discount code in this workspace has this tag.");
  if (tag.count > maxCodes)
    return rejectWith(
      tx,
      path,
      "LIMIT_EXCEEDED",
      `A tag can be changed on at most ${maxCodes} discount codes at once; ${tag.count} have this tag.`,
    );
  return tag.color;
}
