import { readMemberPage } from "../../db/members.js";
import type { QueryField } from "../context.js";

export const list_members: QueryField<"list_members"> = (_source, given, context) => readMemberPage(context, given);
