import { readPartnerPage } from "../../db/partners.js";
import type { QueryField } from "../context.js";

export const list_partners: QueryField<"list_partners"> = (_source, given, context) => readPartnerPage(context, given);
