import type { Connection as Page } from "@offergraph/service/filters/connection";
import type * as Stored from "../generated/prisma/client.js";
import type { DiscountPublicTier, TagColor } from "../generated/types.js";

/** A row of SQL: JSON-safe, as packages/service/src/db/workspace-reader.ts says. Enums are ranks (domain/ranks.ts), decimals scaled. */
type Row<Model> = { [Field in keyof Model]: Plain<Model[Field]> };
type Plain<Value> = Value extends Date | bigint ? string : Value;
type Typed<Model, Types> = Omit<Row<Model>, keyof Types> & Types;

export interface AliasRow {
  id: string;
  code: string;
}

/** A discount code. Write operations load the related records too; queries load them only if selected. */
export type DiscountCodeRow = Typed<Omit<Stored.DiscountCode, "statusWrittenAt">, { publicTier: DiscountPublicTier | null }> & {
  aliasedCodes?: AliasRow[];
  tags?: Record<string, TagColor>;
  placements?: PlacementRow[];
};

export type DiscountCodeRecord = DiscountCodeRow & Required<Pick<DiscountCodeRow, "aliasedCodes" | "tags" | "placements">>;

export type DiscountCodePage = Page<DiscountCodeRow>;

/** A placement; its targets are set if a write has read them, otherwise loaded when a query selects them. */
export type PlacementRow = Typed<Omit<Stored.Placement, "syncVersion">, { child: Record<string, unknown> | null }> & {
  targets?: TargetRow[];
};

/** A catalog item; `placementId` is null in search results. */
export type TargetRow = Typed<Omit<Stored.PlacementTarget, "workspaceId" | "position">, { placementId: string | null }>;

export type ConnectionRow = Typed<Omit<Stored.Connection, "endpoint" | "secret">, { provider: "manual" | "http" }>;

/** A connection with what its store is reached by; `endpoint` and `secret` (encrypted) are null on a manual one. */
export type StoreRow = Omit<ConnectionRow, "createdAt" | "name"> & Pick<Stored.Connection, "endpoint" | "secret">;

export type PartnerRow = Omit<Row<Stored.Partner>, "handleKey">;

export type ChangeRow = Typed<Omit<Stored.DiscountChange, "workspaceId">, { payload: Record<string, unknown> }>;

export type ChangePage = Page<ChangeRow>;

export type CampaignRow = Row<Stored.Campaign>;

export const idsOf = (rows: readonly { rowId: string }[]): string[] => rows.map(({ rowId }) => rowId);
