import { type Field, filtersOver, type PlainFilter, text } from "@offergraph/testkit/reference-filter";
import fc from "fast-check";
import type { Seeded } from "./seed-orders.js";

/** Values of the tested orders, for use in random filters. */
export interface KnownOrders extends Seeded {
  ids: string[];
  customerIds: string[];
  externalRefs: string[];
  times: string[];
  days: string[];
  /** Decimal amounts. */
  amounts: string[];
  texts: string[];
  /** Values of `Ref` inputs, with the ids of their records. */
  named: { field: "discountCodeId" | "partnerId"; ref: unknown; id: string }[];
}

const nobody = "00000000-0000-0000-0000-000000000000";
const columns = { discountCodeId: "o.discount_code_id", partnerId: "o.partner_id" } as const;
const enums = {
  orderStatus: ["ARCHIVED", "CANCELLED", "CLOSED", "FRAUD", "OPEN", "PENDING"],
  financialStatus: ["AUTHORIZED", "PAID", "PARTIALLY_PAID", "PARTIALLY_REFUNDED", "PENDING", "REFUNDED", "VOIDED"],
  fulfillmentStatus: ["FULFILLED", "INCOMPLETE", "NOT_APPLICABLE", "OPEN", "PARTIALLY_FULFILLED", "PENDING", "RESTOCKED", "SCHEDULED"],
};

const uuid = (sql: string, values: string[]): Field => ({ sql, type: "uuid", values: [...values, nobody] });
const time = (sql: string, { times }: KnownOrders): Field => ({ sql, type: "timestamptz", values: times });
const day = (sql: string, { days }: KnownOrders): Field => ({ sql, type: "date", values: days });
/** A text field. `normalize` converts a filter's operands to their stored form. */
const normalizedText = (sql: string, values: readonly string[], normalize: (value: string) => string): Field => ({
  ...text(sql, values),
  literal: (value) => `'${normalize(String(value)).replaceAll("'", "''")}'`,
});
const currency = (sql: string, values: readonly string[]) => normalizedText(sql, values, (value) => value.toLowerCase());
const flag = (sql: string): Field => ({ sql, type: "boolean", values: [true, false] });
const decimal = (sql: string, values: readonly string[]): Field => ({ sql, type: "numeric", values });
/** A field with an amount, which the database stores in ten-thousandths. */
const amount = (column: string, { amounts }: KnownOrders) => decimal(`(${column} * 0.0001)`, amounts);
const rank = (sql: string, values: string[]): Field => ({
  sql,
  type: "smallint",
  values,
  literal: (value) => String(values.indexOf(String(value))),
});

/**
 * Generates filters on references by id or name. An unknown name matches nothing. The negation of an unknown name matches all non-null
 * values.
 */
function meant({ named }: KnownOrders): fc.Arbitrary<PlainFilter> {
  const found = named.map(({ field, ref, id }) => ({ filter: { [field]: ref }, sql: `${columns[field]} = '${id}'` }));
  const none = (["discountCodeId", "partnerId"] as const).flatMap((field) =>
    ["nobody", { name: nobody }].map((ref) => ({
      filter: { [field]: ref },
      sql: `(CASE WHEN ${columns[field]} IS NOT NULL THEN false END)`,
    })),
  );
  return fc.constantFrom(...found, ...none);
}

/** Generates filters that test if an order has a related record, for example `connectionByConnectionIdExists`. */
function flags(known: KnownOrders): fc.Arbitrary<PlainFilter> {
  const there = (ids: string[]) => `(${ids.slice(0, -1).map((id) => `'${id}'`)})`;
  const own = (table: string) => `o.row_id IN (SELECT order_id FROM ${table})`;
  const conditions = {
    connectionByConnectionIdExists: `o.connection_id IN ${there(known.connectionIds)}`,
    customerByCustomerIdExists: "o.customer_id IS NOT NULL",
    discountCodeByDiscountCodeIdExists: `o.discount_code_id IN ${there(known.discountCodeIds)}`,
    formResponseByFormResponseIdExists: `o.form_response_id IN ${there(known.responseIds)}`,
    partnerByPartnerIdExists: `o.partner_id IN ${there(known.partnerIds)}`,
    orderCustomByOrderIdExists: own("order_customs"),
    orderReportedByOrderIdExists: own("order_reported"),
    orderStoreProviderByOrderIdExists: own("order_store_providers"),
    orderPaymentProviderByOrderIdExists: own("order_payment_providers"),
  };
  return fc
    .tuple(fc.constantFrom(...Object.entries(conditions)), fc.boolean())
    .map(([[name, sql], value]) => ({ filter: { [name]: value }, sql: `(${sql}) IS ${value ? "TRUE" : "NOT TRUE"}` }));
}

/** Generates random filters with every field and operator. The SQL of the filters requires `FROM orders o`. */
export function plainOrderFilters(known: KnownOrders): fc.Arbitrary<PlainFilter> {
  const fields: Record<string, Field> = {
    rowId: uuid("o.row_id", known.ids),
    connectionId: uuid("o.connection_id", known.connectionIds),
    currencyId: currency("o.currency_id", ["usd", "EUR", "Jpy", "chf"]),
    customerId: uuid("o.customer_id", known.customerIds),
    customerRef: normalizedText("o.customer_ref", [...known.texts, " ZED ", "\tA%B"], (value) => value.trim().toLowerCase()),
    externalRef: text("o.external_ref", known.externalRefs),
    discountCodeId: uuid("o.discount_code_id", known.discountCodeIds),
    formResponseId: uuid("o.form_response_id", known.responseIds),
    partnerId: uuid("o.partner_id", known.partnerIds),
    integrationSlug: text("o.integration_slug", known.texts),
    bestTier: text("o.best_tier", ["QUICK", "ENHANCED", ...known.texts]),
    attributedRevenue: amount("o.attributed_revenue", known),
    attributionScoredAt: time("o.attribution_scored_at", known),
    createdAt: time("o.created_at", known),
    updatedAt: time("o.updated_at", known),
    paidAt: time("o.paid_at", known),
    placedAt: time("o.placed_at", known),
    placedDay: day("o.placed_day", known),
    isReal: flag("o.is_real"),
    originRefs: {
      sql: "o.origin_refs",
      type: "text[]",
      values: [[], [""], ["ad"], ["mail", "ad"], ["", "É"], ["É"], ["nowhere"], ["it's"]],
    },
    orderStatus: rank("o.order_status", enums.orderStatus),
    financialStatus: rank("o.financial_status", enums.financialStatus),
    fulfillmentStatus: rank("o.fulfillment_status", enums.fulfillmentStatus),
  };
  return filtersOver(fields, [meant(known), flags(known)]);
}

/** Generates random filters on reported orders. The SQL of the filters requires `FROM orders o LEFT JOIN order_reported v`. */
export function plainReportedFilters(known: KnownOrders): fc.Arbitrary<PlainFilter> {
  const fields: Record<string, Field> = {
    orderId: uuid("o.row_id", known.ids),
    placedDay: day("o.placed_day", known),
    bestTier: text("o.best_tier", ["QUICK", "ENHANCED", ...known.texts]),
    converted: flag("v.converted"),
    nativeCurrency: currency("o.currency_id", ["USD", "eur", "jpy", "CHF"]),
    reportingCurrency: currency("v.reporting_currency", ["Usd", "eur"]),
    rateProvider: text("v.rate_provider", ["ecb", "ECB"]),
    nativeAttributedRevenue: amount("o.attributed_revenue", known),
    nativeTotalPrice: amount("o.total_price", known),
    reportedAttributedRevenue: amount("v.reported_attributed_revenue", known),
    reportedTotalPrice: amount("v.reported_total_price", known),
    rate: decimal("v.rate", ["1", "1.0875", "1.08750", "1.08749999999", "0", "-1"]),
  };
  return filtersOver(fields, []);
}
