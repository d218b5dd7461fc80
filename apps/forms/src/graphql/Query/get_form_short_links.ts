import { readAllShortLinks } from "../../db/short-links.js";
import type { QueryResolvers } from "../../generated/types.js";

/** Lists the workspace's short links, newest first. */
export const get_form_short_links: NonNullable<QueryResolvers["get_form_short_links"]> = (_source, _given, { read }) =>
  readAllShortLinks(read);
