import type { Additions } from "./additions.js";

export const workspace: Additions = {
  operations: [
    ...["get_workspace_settings", "list_members", "list_api_keys", "update_workspace_settings", "add_member", "set_member_role"],
    ...["remove_member", "create_api_key", "revoke_api_key"],
  ],
};
