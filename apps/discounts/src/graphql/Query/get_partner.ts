import { BadUserInput } from "@offergraph/shared/errors/public-error";
import { partnerIdsOf } from "../../services/partners/find-partner.js";
import type { QueryField } from "../context.js";
import { partnerById } from "../loaders.js";

export const get_partner: QueryField<"get_partner"> = async (_source, { partnerId }, context) => {
  const [id, another] = await partnerIdsOf(context.read, partnerId);
  if (another !== undefined)
    throw new BadUserInput("partnerId", "More than one partner in this workspace matches this name. Use the id of the partner.");
  return id === undefined ? null : partnerById(context, id);
};
