import { allows } from "@offergraph/shared/access/principal";
import type { ConnectionResolvers } from "../generated/types.js";
import { connectionById } from "./loaders.js";

export const Connection: ConnectionResolvers = {
  __resolveReference: ({ rowId }, context) => connectionById(context, rowId),
  // Only clients with the access level ADMIN can read an endpoint, because the endpoint's path can contain credentials.
  endpoint: ({ endpoint }, _given, { principal }) => (allows(principal.level, "ADMIN") ? endpoint : null),
};
