import { readAllShortLinks } from "../../data/short-links.js";
import type { QueryResolvers } from "../../generated/types.js";

/** The workspace's short links, the newest first. */
export const get_form_short_links: NonNullable<QueryResolvers["get_form_short_links"]> = (_source, _given, { read }) =>
  readAllShortLinks(read);
