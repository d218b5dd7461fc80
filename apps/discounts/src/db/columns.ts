import { raw } from "@offergraph/service/db/statement";

// Select lists; each column is named as in the GraphQL schema.

export const discountCodeColumns = raw(`
  d.row_id AS "rowId", d.workspace_id AS "workspaceId", d.created_at AS "createdAt", d.updated_at AS "updatedAt", d.code, d.title,
  d.display_name AS "displayName", d.value_kind AS "valueKind", d.value_percent AS "valuePercent", d.value_amount AS "valueAmount",
  d.usage_limit AS "usageLimit", d.usage_count AS "usageCount", d.start_at AS "startAt", d.ends_at AS "endsAt",
  d.one_time_purchase AS "oneTimePurchase", d.status, d.is_public AS "isPublic", d.public_tier AS "publicTier",
  d.created_by AS "createdBy", d.origin, d.tag_names AS "tagNames", d.partner_id AS "partnerId", d.alias_count AS "aliasCount",
  d.is_exhausted AS "isExhausted", d.is_pool_empty AS "isPoolEmpty", d.is_pool_low AS "isPoolLow"`);

export const placementColumns = raw(`
  p.row_id AS "rowId", p.workspace_id AS "workspaceId", p.created_at AS "createdAt", p.updated_at AS "updatedAt",
  p.discount_code_id AS "discountCodeId", p.connection_id AS "connectionId", p.child, p.sync_status AS "syncStatus",
  p.synced_at AS "syncedAt", p.last_error AS "lastError"`);

export const connectionColumns = raw(
  `c.row_id AS "rowId", c.workspace_id AS "workspaceId", c.created_at AS "createdAt", c.slug, c.name, c.provider`,
);

export const partnerColumns = raw(`r.row_id AS "rowId", r.workspace_id AS "workspaceId", r.name, r.handle`);

export const campaignColumns = raw(`g.row_id AS "rowId", g.workspace_id AS "workspaceId", g.name, g.created_at AS "createdAt"`);

export const changeColumns = raw(`
  h.row_id AS "rowId", h.created_at AS "createdAt", h.connection_id AS "connectionId", h.discount_code_id AS "discountCodeId",
  h.discount_placement_id AS "discountPlacementId", h.payload_hash AS "payloadHash", h.payload`);
