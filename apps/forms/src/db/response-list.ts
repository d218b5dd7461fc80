import type { Read } from "@offergraph/service/db/read";
import { type Statement, sql } from "@offergraph/service/db/statement";
import type { Column } from "@offergraph/service/filters/columns";
import type { FilterShape } from "@offergraph/service/filters/filter";
import type { OrderShape } from "@offergraph/service/filters/order";
import type { NameRef } from "@offergraph/service/filters/reference";
import { discountCodeByName, partnerByName } from "@offergraph/service/replicas/queries";
import { channelMeant, channelsOf } from "../domain/channels.js";
import { responseStatuses } from "../domain/ranks.js";
import type { Window } from "../domain/response-window.js";
import { responseColumns } from "./columns.js";
import type { ResponseRow } from "./rows.js";

const optionalUuid = (column: Statement): Column => ({ sql: column, kind: "uuid", nullable: true });
const optionalText = (column: Statement): Column => ({ sql: column, kind: "text", nullable: true });

const rowId = { sql: sql`r.row_id`, kind: "uuid", nullable: false } as const satisfies Column;
const createdAt = { sql: sql`r.created_at`, kind: "datetime", nullable: false } as const satisfies Column;

export const responsesTable = sql`form_responses r`;

export function readResponses(read: Read, ids: readonly string[]): Promise<ResponseRow[]> {
  return read<ResponseRow>(sql`SELECT ${responseColumns} FROM form_responses r WHERE r.row_id = ANY(${ids}::uuid[])`);
}

export const hasPartner = sql`r.partner_id IS NOT NULL`;

export const hasDiscountCode = (id: string): Statement => sql`r.discount_code_id = ${id}::uuid`;

/** Condition of a form's responses in a window, through one placement if given. */
export function isInWindow(formId: string, { from, to }: Window, placementId: string | null | undefined): Statement {
  const ofPlacement = placementId ? sql`r.form_placement_id = ${placementId}::uuid` : sql`TRUE`;
  return sql`r.form_id = ${formId}::uuid AND r.created_at >= ${from.toISOString()}::timestamptz
    AND r.created_at < ${to.toISOString()}::timestamptz AND ${ofPlacement}`;
}

export const both = (one: Statement, other: Statement): Statement => sql`${one} AND ${other}`;

export const responseOrder: OrderShape = { keys: { CREATED_AT: createdAt }, primaryKey: rowId };

const nameOf = (ref: NameRef): string => (typeof ref === "string" ? ref : ref.name);

export function responseFilter(read: Read, workspaceId: string): FilterShape {
  const channels = channelsOf(workspaceId).map(({ rowId: id }) => id);
  return {
    rowId: { column: rowId },
    status: { column: { sql: sql`r.status`, kind: "enum", values: responseStatuses, nullable: false } },
    channelId: {
      reference: {
        column: optionalUuid(sql`r.channel_id`),
        resolve: async (ref) => channelMeant(workspaceId, { name: nameOf(ref) })?.rowId ?? null,
      },
    },
    clickId: { column: optionalText(sql`r.click_id`) },
    clickIdKind: { column: optionalText(sql`r.click_id_kind`) },
    completedAt: { column: { sql: sql`r.completed_at`, kind: "datetime", nullable: true } },
    connectionId: { column: optionalUuid(sql`r.connection_id`) },
    createdAt: { column: createdAt },
    customerId: { column: optionalUuid(sql`r.customer_id`) },
    discountCodeId: {
      reference: {
        column: optionalUuid(sql`r.discount_code_id`),
        resolve: discountCodeByName(read),
      },
    },
    formPlacementId: { column: optionalUuid(sql`r.form_placement_id`) },
    formVariantId: { column: { sql: sql`r.form_variant_id`, kind: "uuid", nullable: false } },
    originRef: { column: optionalText(sql`r.origin_ref`) },
    partnerId: {
      reference: {
        column: optionalUuid(sql`r.partner_id`),
        resolve: partnerByName(read),
      },
    },
    sessionId: { column: optionalText(sql`r.session_id`) },
    shortLinkId: { column: optionalUuid(sql`r.short_link_id`) },
    visitorId: { column: { sql: sql`r.visitor_id`, kind: "text", nullable: false } },
    // True if the record still exists: responses keep the ids of removed records.
    channelByChannelIdExists: { exists: sql`coalesce(r.channel_id = ANY(${channels}::uuid[]), FALSE)` },
    connectionByConnectionIdExists: { exists: sql`EXISTS (SELECT FROM connection_references c WHERE c.row_id = r.connection_id)` },
    // Orders owns customers and never deletes one.
    customerByCustomerIdExists: { exists: sql`r.customer_id IS NOT NULL` },
    discountCodeByDiscountCodeIdExists: {
      exists: sql`EXISTS (SELECT FROM discount_code_references d WHERE d.row_id = r.discount_code_id AND NOT d.is_deleted)`,
    },
    formPlacementByFormPlacementIdExists: { exists: sql`EXISTS (SELECT FROM form_placements p WHERE p.row_id = r.form_placement_id)` },
    partnerByPartnerIdExists: { exists: sql`EXISTS (SELECT FROM partner_references p WHERE p.row_id = r.partner_id)` },
    shortLinkByShortLinkIdExists: { exists: sql`EXISTS (SELECT FROM short_links l WHERE l.row_id = r.short_link_id)` },
  };
}

export async function readKnownResponses(read: Read, ids: readonly string[]): Promise<Set<string>> {
  const rows = await read<{ rowId: string }>(sql`
    SELECT r.row_id AS "rowId" FROM form_responses r WHERE r.row_id = ANY(${ids}::uuid[])`);
  return new Set(rows.map(({ rowId }) => rowId));
}
