import type {
  DiscountCodeCreatedBy,
  DiscountCodeStatus,
  DiscountSyncStatus,
  DiscountValueKind,
  PlacementTargetKind,
  TagColor,
} from "../generated/types.js";

// The values of enums in their declared order: the database stores a value's place in it, so that it compares as declared.
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

/** Whose turn it is at a store: each has one after the other, so that the many of one keep the few of another waiting for one only. */
export const pushTurns = ["CODE", "MINTED", "CREDIT", "MINTED_BEFORE"] as const;

/** The kinds of names in the namespace of codes; MINTED ones belong to grants. */
export const nameKinds = ["CODE", "ALIAS", "MINTED"] as const;

/** How a grant gets its code. */
export const deliveries = ["SHARED", "UNIQUE", "POOL"] as const;
/** Why a grant gets none. */
export const refusals = ["CODE_DELETED", "CODE_EXPIRED", "POOL_EMPTY", "CODE_NOT_ACTIVE", "CODE_EXHAUSTED"] as const;
