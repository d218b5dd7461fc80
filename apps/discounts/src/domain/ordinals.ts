export {
  discountCodeCreatedBy as creators,
  discountCodeStatus as statuses,
  discountSyncStatus as syncStatuses,
  discountValueKind as valueKinds,
  placementTargetKind as targetKinds,
  tagColor as tagColors,
} from "../generated/stored-enums.js";

// Rows store an enum value as the value's position in a list. Add new values only at the end, as in schema/stored-enums.json.
/** Priority classes of a store's pushes. The pusher alternates between the classes, so that no class delays another class. */
export const pushPriorities = ["CODE", "MINTED", "CREDIT", "MINTED_BEFORE"] as const;

/** The kinds of names in the workspace's namespace. MINTED names belong to grants. */
export const nameKinds = ["CODE", "ALIAS", "MINTED"] as const;

export const deliveries = ["SHARED", "UNIQUE", "POOL"] as const;
export const rejectionReasons = ["CODE_DELETED", "CODE_EXPIRED", "POOL_EMPTY", "CODE_NOT_ACTIVE", "CODE_EXHAUSTED"] as const;
