import type { Read } from "@offergraph/service/db/read";
import { sql } from "@offergraph/service/db/statement";
import type { Column } from "@offergraph/service/filters/columns";
import type { FilterShape, Relation } from "@offergraph/service/filters/filter";
import { filterFields, sortKeys } from "@offergraph/service/filters/list";
import type { OrderShape } from "@offergraph/service/filters/order";
import { type NameRef, nameOf } from "@offergraph/service/filters/reference";
import { BadUserInput } from "@offergraph/shared/errors/public-error";
import { valueScale } from "@offergraph/shared/schema/scaled";
import { creators, statuses, syncStatuses, valueKinds } from "../domain/ordinals.js";
import { readCampaignIdByName } from "./campaigns.js";
import { readPartnerIdsByName } from "./partners.js";

const given = { nullable: false, indexed: false };
const optional = { nullable: true, indexed: false };

const columns = {
  aliasCount: { sql: sql`d.alias_count`, kind: "int", ...given },
  code: { sql: sql`d.code`, kind: "text", nullable: false },
  createdAt: { sql: sql`d.created_at`, kind: "datetime", nullable: false },
  displayName: { sql: sql`d.display_name`, kind: "text", ...optional },
  endsAt: { sql: sql`d.ends_at`, kind: "datetime", ...optional },
  partnerId: { sql: sql`d.partner_id`, kind: "uuid", ...optional },
  rowId: { sql: sql`d.row_id`, kind: "uuid", nullable: false },
  status: { sql: sql`d.status`, kind: "enum", values: statuses, nullable: false },
  tier: { sql: sql`d.public_tier`, kind: "text", ...optional },
  title: { sql: sql`d.title`, kind: "text", ...given },
  updatedAt: { sql: sql`d.updated_at`, kind: "datetime", nullable: false, indexed: "ascending" },
  usageCount: { sql: sql`d.usage_count`, kind: "int", ...given },
  valueAmount: { sql: sql`d.value_amount`, kind: "decimal", scale: valueScale, ...optional },
  valuePercent: { sql: sql`d.value_percent`, kind: "decimal", scale: valueScale, ...optional },
  workspaceId: { sql: sql`d.workspace_id`, kind: "uuid", nullable: false },
} as const satisfies Record<string, Column>;

const filterOnly = {
  createdBy: { sql: sql`d.created_by`, kind: "enum", values: creators, ...given },
  isPublic: { sql: sql`d.is_public`, kind: "boolean", ...given },
  startAt: { sql: sql`d.start_at`, kind: "datetime", ...optional },
  tag: { sql: sql`d.tag_names`, kind: "text-list", ...given },
  valueKind: { sql: sql`d.value_kind`, kind: "enum", values: valueKinds, ...given },
} as const satisfies Record<string, Column>;

const placements: Relation = (condition) => sql`EXISTS (SELECT FROM placements p WHERE p.discount_code_id = d.row_id AND ${condition})`;
const campaigns: Relation = (condition) => sql`EXISTS (SELECT FROM campaign_codes a WHERE a.discount_code_id = d.row_id AND ${condition})`;

const campaignId = { sql: sql`a.campaign_id`, kind: "uuid", ...given } as const;
const related: FilterShape = {
  connectionId: { relation: placements, column: { sql: sql`p.connection_id`, kind: "uuid", ...given } },
  syncStatus: { relation: placements, column: { sql: sql`p.sync_status`, kind: "enum", values: syncStatuses, ...given } },
};

export const discountCodesTable = sql`discount_codes d`;

export const discountCodeOrder: OrderShape = {
  keys: sortKeys(columns),
  primaryKey: columns.rowId,
};

/** Returns the id of the partner with a name or @handle, or null. Throws BadUserInput if several partners match. */
export async function resolvePartner(read: Read, ref: NameRef): Promise<string | null> {
  const [id, another] = await readPartnerIdsByName(read, nameOf(ref));
  if (another !== undefined)
    throw new BadUserInput("partnerId", "More than one partner in this workspace matches this name. Use the id of the partner.");
  return id ?? null;
}

export function discountCodeFilter(read: Read): FilterShape {
  const { workspaceId, partnerId, ...fields } = columns;
  return {
    ...filterFields({ ...fields, ...filterOnly }),
    partnerId: { reference: { column: partnerId, resolve: (ref) => resolvePartner(read, ref) } },
    ...related,
    campaignId: {
      ...{ relation: campaigns, column: campaignId },
      resolve: async (ref) => (await readCampaignIdByName(read, nameOf(ref))) ?? null,
    },
    partnerByPartnerIdExists: { exists: sql`d.partner_id IS NOT NULL` },
  };
}
