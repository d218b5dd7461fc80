import type { QueryResolvers } from "../../generated/types.js";

/** The workspace's short links, the newest first. */
export const get_form_short_links: NonNullable<QueryResolvers["get_form_short_links"]> = async (_source, given, context) => {
  throw new Error("get_form_short_links is not written yet");
};
