import { readRef } from "@offergraph/shared/schema/ref";
import { resolvePartner } from "../../db/list.js";
import type { QueryField } from "../context.js";
import { partnerById } from "../loaders.js";

export const get_partner: QueryField<"get_partner"> = async (_source, { partnerId }, context) => {
  const { id, name } = readRef(partnerId);
  const rowId = id ?? (await resolvePartner(context.read, { name }));
  return rowId === null ? null : partnerById(context, rowId);
};
