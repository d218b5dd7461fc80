import { urlOfCode } from "../domain/install.js";
import type { ShortLinkResolvers } from "../generated/types.js";
import { shortLinkById } from "./loaders.js";

export const ShortLink: ShortLinkResolvers = {
  __resolveReference: ({ rowId }, context) => shortLinkById(context, rowId),
  url: ({ code }, _given, { publicUrl }) => urlOfCode(publicUrl, code),
};
