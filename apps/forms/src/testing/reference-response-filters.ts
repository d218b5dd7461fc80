import { filtersOver, type PlainFilter, text } from "@offergraph/testkit/reference-filter";
import fc from "fast-check";
import type { Seeded } from "./seed-responses.js";

/** Values in the tested responses, for random filters. */
export interface KnownResponses extends Seeded {
  ids: string[];
  times: string[];
  texts: string[];
  visitors: string[];
  /** References for filters. In a filter for `field`, the value `ref` refers to the record with the id `id`. */
  named: { field: "channelId" | "discountCodeId" | "partnerId"; ref: unknown; id: string }[];
}

const nobody = "00000000-0000-0000-0000-000000000000";
const statuses = ["COMPLETE", "INCOMPLETE", "SKIPPED"];
const columns = { channelId: "r.channel_id", discountCodeId: "r.discount_code_id", partnerId: "r.partner_id" } as const;
const references = ["channelId", "discountCodeId", "partnerId"] as const;

/**
 * Generates filters with references to existing and missing records. A filter for a missing record is false for responses that refer to
 * another record, and NULL for responses without a record.
 */
function meant({ named }: KnownResponses): fc.Arbitrary<PlainFilter> {
  const found = named.map(({ field, ref, id }) => ({ filter: { [field]: ref }, sql: `${columns[field]} = '${id}'` }));
  const none = references.flatMap((field) =>
    ["nobody", { name: nobody }].map((ref) => ({
      filter: { [field]: ref },
      sql: `(CASE WHEN ${columns[field]} IS NOT NULL THEN false END)`,
    })),
  );
  return fc.constantFrom(...found, ...none);
}

/** Generates filters with fields such as `partnerByPartnerIdExists`, and the equivalent SQL. */
function flags(known: KnownResponses): fc.Arbitrary<PlainFilter> {
  const there = (ids: string[]) => `(${ids.slice(0, -1).map((id) => `'${id}'`)})`;
  const conditions = {
    channelByChannelIdExists: `r.channel_id IN ${there(known.channelIds)}`,
    connectionByConnectionIdExists: `r.connection_id IN ${there(known.connectionIds)}`,
    customerByCustomerIdExists: "r.customer_id IS NOT NULL",
    discountCodeByDiscountCodeIdExists: `r.discount_code_id IN ${there(known.discountCodeIds)}`,
    formPlacementByFormPlacementIdExists: `r.form_placement_id IN ${there(known.placementIds)}`,
    partnerByPartnerIdExists: `r.partner_id IN ${there(known.partnerIds)}`,
    shortLinkByShortLinkIdExists: `r.short_link_id IN ${there(known.shortLinkIds)}`,
  };
  return fc
    .tuple(fc.constantFrom(...Object.entries(conditions)), fc.boolean())
    .map(([[flag, sql], value]) => ({ filter: { [flag]: value }, sql: `(${sql}) IS ${value ? "TRUE" : "NOT TRUE"}` }));
}

/** Generates random response filters with all fields and operators, and the equivalent SQL conditions on `form_responses r`. */
export function plainResponseFilters(known: KnownResponses): fc.Arbitrary<PlainFilter> {
  const uuid = (sql: string, values: string[]) => ({ sql, type: "uuid", values: [...values, nobody] });
  const time = (sql: string) => ({ sql, type: "timestamptz", values: known.times });
  const fields = {
    rowId: uuid("r.row_id", known.ids),
    status: { sql: "r.status", type: "smallint", values: statuses, literal: (value: unknown) => String(statuses.indexOf(String(value))) },
    channelId: uuid("r.channel_id", known.channelIds),
    clickId: text("r.click_id", known.texts),
    clickIdKind: text("r.click_id_kind", ["gclid", ...known.texts]),
    completedAt: time("r.completed_at"),
    updatedAt: time("r.updated_at"),
    connectionId: uuid("r.connection_id", known.connectionIds),
    createdAt: time("r.created_at"),
    customerId: uuid("r.customer_id", known.customerIds),
    discountCodeId: uuid("r.discount_code_id", known.discountCodeIds),
    formPlacementId: uuid("r.form_placement_id", known.placementIds),
    formVariantId: uuid("r.form_variant_id", [known.formId]),
    originRef: text("r.origin_ref", known.texts),
    partnerId: uuid("r.partner_id", known.partnerIds),
    sessionId: text("r.session_id", known.texts),
    shortLinkId: uuid("r.short_link_id", known.shortLinkIds),
    visitorId: text("r.visitor_id", known.visitors),
  };
  return filtersOver(fields, [meant(known), flags(known)]);
}
