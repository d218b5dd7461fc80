import { readConnectionPage } from "../../db/connection-list.js";
import type { QueryField } from "../context.js";

export const list_connections: QueryField<"list_connections"> = (_source, given, context) => readConnectionPage(context, given);
