import type { ConnectionResolvers } from "../generated/types.js";
import { connectionById } from "./loaders.js";

export const Connection: ConnectionResolvers = {
  __resolveReference: ({ rowId }, context) => connectionById(context, rowId),
};
