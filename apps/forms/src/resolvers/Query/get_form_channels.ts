import type { QueryResolvers } from "../../generated/types.js";

/** The workspace's channels. */
export const get_form_channels: NonNullable<QueryResolvers["get_form_channels"]> = async (_source, given, context) => {
  throw new Error("get_form_channels is not written yet");
};
