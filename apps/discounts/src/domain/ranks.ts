import type {
  DiscountCodeCreatedBy,
  DiscountCodeStatus,
  DiscountSyncStatus,
  DiscountValueKind,
  PlacementTargetKind,
  TagColor,
} from "../generated/types.js";

// Enum values in declared order. The database stores the index, so values compare in that order.
export const statuses = ["EXPIRED", "DRAFT", "SCHEDULED", "ACTIVE"] as const satisfies readonly DiscountCodeStatus[];
export const valueKinds = ["percent", "amount"] as const satisfies readonly DiscountValueKind[];
export const creators = ["IMPORTED", "SERVICE", "STOREPROVIDER"] as const satisfies readonly DiscountCodeCreatedBy[];
export const syncStatuses = ["PENDING", "SYNCED", "FAILED", "NOT_PUSHED"] as const satisfies readonly DiscountSyncStatus[];
export const targetKinds = ["COLLECTION", "PRICE", "PRODUCT"] as const satisfies readonly PlacementTargetKind[];
export const tagColors = [
  "default",
  "gray",
  "brown",
  "orange",
  "yellow",
  "green",
  "blue",
  "purple",
  "pink",
  "red",
] as const satisfies readonly TagColor[];

/** Queues of a store's pushes, served round-robin so that a long queue does not delay the others. */
export const pushPriorities = ["CODE", "MINTED", "CREDIT", "MINTED_BEFORE"] as const;

/** The kinds of names in the workspace's namespace; MINTED names belong to grants. */
export const nameKinds = ["CODE", "ALIAS", "MINTED"] as const;

/** The ways in which a grant gets its code. */
export const deliveries = ["SHARED", "UNIQUE", "POOL"] as const;
/** The reasons why a grant gets no code. */
export const refusals = ["CODE_DELETED", "CODE_EXPIRED", "POOL_EMPTY", "CODE_NOT_ACTIVE", "CODE_EXHAUSTED"] as const;
