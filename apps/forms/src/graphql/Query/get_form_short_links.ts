import { readAllShortLinks } from "../../db/short-links.js";
import type { QueryResolvers } from "../../generated/types.js";

export const get_form_short_links: NonNullable<QueryResolvers["get_form_short_links"]> = (_source, _given, { read }) =>
  readAllShortLinks(read);
