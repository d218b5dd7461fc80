import { refuse } from "@offergraph/shared/subgraph/refuse";
import { readTagFacet } from "../data/figures.js";
import { lockTags } from "../data/write-tags.js";
import type { Path } from "../domain/fields.js";
import type { TagColor } from "../generated/types.js";
import type { CodeWrite } from "./write.js";

/**
 * On how many codes a tag is changed in one transaction, each with its event: some 4 s, well within the 15 s
 * after which the gateway gives a service up.
 */
const mostCodes = 20_000;

/** The colour of a tag that is to be changed on all codes, locked; leaves when no code has it, or more than one write can change. */
export async function tagToChange(write: CodeWrite, name: string, path: Path): Promise<TagColor> {
  await lockTags(write.read, [name], "UPDATE");
  const tag = await readTagFacet(write.read, name);
  if (!tag) return refuse(write, path, "NOT_FOUND", "No discount code of this workspace has this tag.");
  if (tag.count > mostCodes)
    return refuse(
      write,
      path,
      "LIMIT_EXCEEDED",
      `A tag is changed on at most ${mostCodes} discount codes at once; ${tag.count} have this one.`,
    );
  return tag.color;
}
