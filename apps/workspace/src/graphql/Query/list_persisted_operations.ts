import { readPersistedOperationPage } from "../../db/persisted-operations.js";
import type { QueryField } from "../context.js";

export const list_persisted_operations: QueryField<"list_persisted_operations"> = (_source, given, context) =>
  readPersistedOperationPage(context, given);
