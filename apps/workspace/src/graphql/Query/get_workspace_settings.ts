import { readWorkspace } from "../../db/workspaces.js";
import type { QueryField } from "../context.js";

export const get_workspace_settings: QueryField<"get_workspace_settings"> = async (_source, _given, { read }) =>
  (await readWorkspace(read)) ?? null;
