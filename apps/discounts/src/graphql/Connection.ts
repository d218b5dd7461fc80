import { allows } from "@offergraph/shared/access/principal";
import type { ConnectionResolvers } from "../generated/types.js";
import { connectionById } from "./loaders.js";

export const Connection: ConnectionResolvers = {
  __resolveReference: ({ rowId }, context) => connectionById(context, rowId),
  // The path of an endpoint can contain credentials.
  endpoint: ({ endpoint }, _given, { principal }) => (allows(principal.level, "ADMIN") ? endpoint : null),
};
