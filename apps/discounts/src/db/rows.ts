import type { PlainRow } from "@offergraph/service/db/plain-row";
import type { Connection as Page } from "@offergraph/service/filters/connection";
import type { Alias } from "../domain/fields.js";
import type * as Stored from "../generated/prisma/client.js";
import type { DiscountPublicTier, TagColor } from "../generated/types.js";

// Types of rows that the `sql` function returns. Enums are ordinals, as in domain/ordinals.ts. Decimals are scaled integers.
type Typed<Model, Types> = Omit<PlainRow<Model>, keyof Types> & Types;

/**
 * A discount code. In mutations, `aliasedCodes`, `tags` and `placements` are set. In queries, loaders read aliases, tags and placements if
 * the client selects them.
 */
export type DiscountCodeRow = Typed<Omit<Stored.DiscountCode, "statusWrittenAt">, { publicTier: DiscountPublicTier | null }> & {
  aliasedCodes?: Alias[];
  tags?: Record<string, TagColor>;
  placements?: PlacementRow[];
  partner?: PartnerRow | null;
};
export type DiscountCodeRecord = DiscountCodeRow & Required<Pick<DiscountCodeRow, "aliasedCodes" | "tags" | "placements">>;
export type DiscountCodePage = Page<DiscountCodeRow>;

/** A placement. Some mutations set `targets`. In queries, a loader reads the targets if the client selects them. */
export type PlacementRow = Typed<Omit<Stored.Placement, "syncVersion">, { child: Record<string, unknown> | null }> & {
  targets?: TargetRow[];
};
/** A catalog item. `placementId` is null in search results. */
export type TargetRow = Typed<Omit<Stored.PlacementTarget, "workspaceId" | "position">, { placementId: string | null }>;

/** Columns of connections without the secret. */
export const connectionFields = [
  ...(["rowId", "workspaceId", "createdAt", "updatedAt", "slug", "name", "provider", "endpoint", "isTest"] as const),
] as const satisfies readonly (keyof Stored.Connection)[];
export type ConnectionRow = Typed<Pick<Stored.Connection, (typeof connectionFields)[number]>, { provider: "manual" | "http" }>;
export type ConnectionPage = Page<ConnectionRow>;
/** A connection with the endpoint and encrypted secret of its store. Manual connections have no endpoint and no secret. */
export type StoreRow = ConnectionRow & Pick<Stored.Connection, "secret">;

export type PartnerRow = Omit<PlainRow<Stored.Partner>, "handleKey">;
export type PartnerPage = Page<PartnerRow>;
export type PostRow = PlainRow<Stored.Post>;
export type PostPage = Page<PostRow>;
export type CampaignRow = PlainRow<Stored.Campaign>;
export interface CampaignPerformanceRow {
  rowId: string;
  discountCodeIds: string[];
  usageCount: number;
}
export type CampaignPage = Page<CampaignRow>;
export type ChangeRow = Typed<Omit<Stored.DiscountChange, "workspaceId">, { payload: Record<string, unknown> }>;
export type ChangePage = Page<ChangeRow>;

export const idsOf = (rows: readonly { rowId: string }[]): string[] => rows.map(({ rowId }) => rowId);
