import { readApiKeyPage } from "../../db/api-keys.js";
import type { QueryField } from "../context.js";

export const list_api_keys: QueryField<"list_api_keys"> = (_source, given, context) => readApiKeyPage(context, given);
