import type { Read } from "@offergraph/service/db/read";
import { selectedOf } from "@offergraph/service/db/selected-columns";
import { rowsById, type Statement, sql } from "@offergraph/service/db/statement";
import type { FilterShape } from "@offergraph/service/filters/filter";
import { type List, type ListArguments, type ListContext, readList } from "@offergraph/service/filters/list";
import type { OrderShape } from "@offergraph/service/filters/order";
import { nameOf } from "@offergraph/service/filters/reference";
import { discountCodeByName, partnerByName } from "@offergraph/service/replicas/queries";
import { channelMeant, channelsOf } from "../domain/channels.js";
import type { Json } from "../domain/draft-walk.js";
import { grantStates, responseStatuses } from "../domain/ordinals.js";
import type { Window } from "../domain/response-window.js";
import { optional, required } from "./columns.js";
import { responseColumns, responseColumnsOf } from "./responses.js";
import type { ResponsePage, ResponseRow } from "./rows.js";

const rowId = required("uuid", sql`r.row_id`);
const createdAt = required("datetime", sql`r.created_at`);
const updatedAt = required("datetime", sql`r.updated_at`);

export const responsesTable = sql`form_responses r`;

export function readResponses(read: Read, ids: readonly string[], columns: Statement): Promise<ResponseRow[]> {
  return read<ResponseRow>(sql`SELECT ${columns} FROM ${rowsById("form_responses", ids)} r`);
}

interface AnswersRow {
  rowId: string;
  /** Null if the answers up to this row exceed `maxBytes` bytes in total. */
  answers: Json | null;
  bytes: number;
}

/** Reads the answers of responses, in the order of the ids. Returns null for answers beyond a total of `maxBytes` bytes. */
export function readAnswers(read: Read, ids: readonly string[], maxBytes: number): Promise<AnswersRow[]> {
  return read<AnswersRow>(sql`
    SELECT s.row_id AS "rowId", s.bytes, CASE WHEN s.total <= ${maxBytes}::bigint THEN s.answers END AS answers
    FROM (
      SELECT m.row_id, m.answers, m.bytes, sum(m.bytes) OVER (ORDER BY m.row_id ROWS UNBOUNDED PRECEDING) AS total
      FROM (SELECT r.row_id, r.answers, octet_length(r.answers::text) AS bytes FROM ${rowsById("form_responses", ids)} r) m
    ) s`);
}

export type ShownResponseRow = ResponseRow & { hasWaitingGrant: boolean };

/** Like `readResponses`, with the data that warnings need. */
export function readShownResponses(read: Read, ids: readonly string[]): Promise<ShownResponseRow[]> {
  return read<ShownResponseRow>(sql`
    SELECT ${responseColumns}, (r.customer_id IS NULL OR NOT r.customer_verified) AND EXISTS (
        SELECT FROM grant_references g
        WHERE g.form_response_id = r.row_id AND g.state = ${grantStates.indexOf("PENDING")}::smallint) AS "hasWaitingGrant"
    FROM ${rowsById("form_responses", ids)} r`);
}

/** Reads the next `max` completed or declined responses after the id `after`, with id and channel. */
export function readEndedResponses(read: Read, after: string, max: number): Promise<Pick<ResponseRow, "rowId" | "channelId">[]> {
  return read(sql`
    SELECT r.row_id AS "rowId", r.channel_id AS "channelId" FROM form_responses r
    WHERE r.row_id > ${after}::uuid AND r.completed_at IS NOT NULL ORDER BY r.row_id LIMIT ${max}::integer`);
}

export const isOfForm = (formId: string): Statement => sql`r.form_id = ${formId}::uuid`;

export const hasPartner = sql`r.partner_id IS NOT NULL`;

export const hasDiscountCode = (id: string): Statement => sql`r.discount_code_id = ${id}::uuid`;

export const hasCustomer = (id: string): Statement => sql`r.customer_id = ${id}::uuid`;

export function isInWindow(formId: string, { from, to }: Window, placementId: string | null | undefined): Statement {
  const ofPlacement = placementId ? sql`r.form_placement_id = ${placementId}::uuid` : sql`TRUE`;
  return sql`r.form_id = ${formId}::uuid AND r.created_at >= ${from.toISOString()}::timestamptz
    AND r.created_at < ${to.toISOString()}::timestamptz AND ${ofPlacement}`;
}

export const both = (one: Statement, other: Statement): Statement => sql`${one} AND ${other}`;

export const responseOrder: OrderShape = {
  keys: { CREATED_AT: createdAt.column, UPDATED_AT: updatedAt.column },
  primaryKey: rowId.column,
};

type ResponseList = Omit<List, "select" | "from" | "shape" | "order">;

export function readResponsePage(context: ListContext, given: ListArguments, list: ResponseList): Promise<ResponsePage> {
  const shape = responseFilter(context.read, context.principal.workspaceId);
  const source = { select: responseColumnsOf(selectedOf(context, "FormResponse")), from: responsesTable, shape, order: responseOrder };
  return readList<ResponseRow>(context, given, { ...list, ...source });
}

export function responseFilter(read: Read, workspaceId: string): FilterShape {
  const channels = channelsOf(workspaceId).map(({ rowId: id }) => id);
  return {
    rowId,
    status: { column: { sql: sql`r.status`, kind: "enum", values: responseStatuses, nullable: false } },
    channelId: {
      reference: {
        ...optional("uuid", sql`r.channel_id`),
        resolve: async (ref) => channelMeant(workspaceId, { name: nameOf(ref) })?.rowId ?? null,
      },
    },
    clickId: optional("text", sql`r.click_id`),
    clickIdKind: optional("text", sql`r.click_id_kind`),
    completedAt: optional("datetime", sql`r.completed_at`),
    connectionId: optional("uuid", sql`r.connection_id`),
    createdAt,
    customerId: optional("uuid", sql`r.customer_id`),
    discountCodeId: { reference: { ...optional("uuid", sql`r.discount_code_id`), resolve: discountCodeByName(read) } },
    formPlacementId: optional("uuid", sql`r.form_placement_id`),
    formVariantId: required("uuid", sql`r.form_variant_id`),
    originRef: optional("text", sql`r.origin_ref`),
    partnerId: { reference: { ...optional("uuid", sql`r.partner_id`), resolve: partnerByName(read) } },
    sessionId: optional("text", sql`r.session_id`),
    shortLinkId: optional("uuid", sql`r.short_link_id`),
    updatedAt,
    visitorId: required("text", sql`r.visitor_id`),
    // Filters such as `connectionByConnectionIdExists` check that the record still exists, because responses keep the ids of removed
    // records.
    channelByChannelIdExists: { exists: sql`coalesce(r.channel_id = ANY(${channels}::uuid[]), FALSE)` },
    connectionByConnectionIdExists: {
      exists: sql`EXISTS (SELECT FROM connection_references c WHERE c.row_id = r.connection_id AND NOT c.is_deleted)`,
    },
    // A customer id always refers to an existing customer, because the orders service never deletes customers.
    customerByCustomerIdExists: { exists: sql`r.customer_id IS NOT NULL` },
    discountCodeByDiscountCodeIdExists: {
      exists: sql`EXISTS (SELECT FROM discount_code_references d WHERE d.row_id = r.discount_code_id AND NOT d.is_deleted)`,
    },
    formPlacementByFormPlacementIdExists: { exists: sql`EXISTS (SELECT FROM form_placements p WHERE p.row_id = r.form_placement_id)` },
    partnerByPartnerIdExists: { exists: sql`EXISTS (SELECT FROM partner_references p WHERE p.row_id = r.partner_id AND NOT p.is_deleted)` },
    shortLinkByShortLinkIdExists: { exists: sql`EXISTS (SELECT FROM short_links l WHERE l.row_id = r.short_link_id)` },
  };
}

export type StatusRow = Pick<ResponseRow, "rowId" | "workspaceId" | "visitorId" | "formVariantId">;

export async function readStatusRow(read: Read, responseId: string): Promise<StatusRow | undefined> {
  const [row] = await read<StatusRow>(sql`
    SELECT r.row_id AS "rowId", r.workspace_id AS "workspaceId", r.visitor_id AS "visitorId", r.form_variant_id AS "formVariantId"
    FROM form_responses r WHERE r.row_id = ${responseId}::uuid`);
  return row;
}

export async function readKnownResponses(read: Read, ids: readonly string[]): Promise<Set<string>> {
  const rows = await read<{ rowId: string }>(sql`
    SELECT r.row_id AS "rowId" FROM ${rowsById("form_responses", ids)} r`);
  return new Set(rows.map(({ rowId }) => rowId));
}
