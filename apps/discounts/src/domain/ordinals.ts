export {
  discountCodeCreatedBy as creators,
  discountCodeStatus as statuses,
  discountSyncStatus as syncStatuses,
  discountValueKind as valueKinds,
  placementTargetKind as targetKinds,
  tagColor as tagColors,
} from "../generated/stored-enums.js";

// Values of stored enums; a row stores the position of its value. These lists are append-only, like the lists in schema/stored-enums.json.
/** Priority classes of a store's pushes. Classes take turns, so that many pushes of one class do not delay other classes. */
export const pushPriorities = ["CODE", "MINTED", "CREDIT", "MINTED_BEFORE"] as const;

/** The kinds of names in the workspace's namespace; MINTED names belong to grants. */
export const nameKinds = ["CODE", "ALIAS", "MINTED"] as const;

export const deliveries = ["SHARED", "UNIQUE", "POOL"] as const;
export const refusals = ["CODE_DELETED", "CODE_EXPIRED", "POOL_EMPTY", "CODE_NOT_ACTIVE", "CODE_EXHAUSTED"] as const;
