import { channelMeant, mayHaveConnection } from "../domain/channels.js";
import type { ChannelResolvers } from "../generated/types.js";
import { allConnections } from "./loaders.js";

export const Channel: ChannelResolvers = {
  __resolveReference: ({ rowId }, { principal }) => channelMeant(principal.workspaceId, rowId) ?? null,
  connections: (channel, _given, context) => (mayHaveConnection(channel) ? allConnections(context) : []),
};
