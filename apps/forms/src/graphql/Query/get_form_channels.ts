import { channelsOf } from "../../domain/channels.js";
import type { QueryResolvers } from "../../generated/types.js";

export const get_form_channels: NonNullable<QueryResolvers["get_form_channels"]> = (_source, _given, { principal }) =>
  channelsOf(principal.workspaceId);
