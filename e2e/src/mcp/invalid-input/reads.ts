import { absent, type InvalidInputs } from "./case.js";
import { badArgument, badType, invalidUuids, letters, unknownArgument, uuids } from "./values.js";

const pages = (argument = "first") =>
  [
    [argument, 1001, badArgument],
    [argument, -1, badArgument],
  ] as const;

export const readCases: readonly InvalidInputs[] = [
  {
    call: "list_discount_codes",
    cases: [
      ...pages(),
      ["first", 1.5, badType],
      ["first", "50", badType],
      ["offset", 25_001, badArgument],
      ["offset", -1, badArgument],
      ["last", 5, unknownArgument],
      ["withTotal", "yes", badType],
      ["after", "a b", badType],
      ["after", "", badType],
      ["orderBy", ["CODE"], badType],
      ["orderBy", ["code_asc"], badType],
      ["orderBy", ["PLACED_AT_ASC"], badType],
      ["fields", ["code"], badType],
      ["filter.code", null, badArgument],
      ["filter.code", { equalTo: null }, badArgument],
      ["filter.code", { isNull: null }, badArgument],
      ["filter.code", { like: "WELCOME%" }, badType],
      ["filter.code", { equalTo: 10 }, badType],
      ["filter.code", "WELCOME10", badType],
      ["filter.and", null, badArgument],
      ["filter.and", [{ status: null }], badArgument],
      ["filter.and", [null], badType],
      ["filter.and", [{ colour: { equalTo: "red" } }], badType],
      ["filter.not", { or: [{ title: { in: [null] } }] }, badType],
      ["filter.status", { equalTo: "LIVE" }, badType],
      ["filter.status", { includesInsensitive: "ACT" }, badType],
      ["filter.createdBy", { in: ["ME"] }, badType],
      ["filter.valuePercent", { equalTo: 10.25 }, badType],
      ["filter.valuePercent", { in: ["10", 11] }, badType],
      ["filter.valuePercent", { greaterThan: "1e1" }, badType],
      ["filter.valuePercent", { greaterThan: "+10" }, badType],
      ["filter.valuePercent", { greaterThan: "10." }, badType],
      ["filter.aliasCount", { equalTo: "2" }, badType],
      ["filter.aliasCount", { equalTo: 2.5 }, badType],
      ["filter.createdAt", { lessThan: "2026-01-01T00:00:00" }, badType],
      ["filter.createdAt", { lessThan: "2026-01-01" }, badType],
      ["filter.createdAt", { includesInsensitive: "2026" }, badType],
      ["filter.partnerId", "", badType],
      ["filter.partnerId", { name: "" }, badType],
      ["filter.partnerId", { name: "x", handle: "y" }, badType],
      ["filter.partnerId", { equalTo: "@ada" }, badType],
      ["filter.partnerId", { equalTo: null }, badArgument],
      ["filter.partnerByPartnerIdExists", "true", badType],
      ["filter.usageLimit", { equalTo: 1 }, badType],
      ...invalidUuids.map((id) => ["filter.rowId", { equalTo: id }, badType] as const),
      ["filter.rowId", { in: ["x"] }, badType],
      ["filter.rowId", { isNull: "true" }, badType],
    ],
  },
  {
    call: "get_discount",
    cases: [
      ["id", absent, badType],
      ["id", "WELCOME10", badType],
      ["slug", "x", unknownArgument],
    ],
  },
  {
    call: "get_discount_code_alias_exists",
    cases: [
      ["codes", Array.from({ length: 1001 }, () => "x"), badArgument],
      ["codes", [5], badType],
    ],
  },
  {
    call: "get_discount_changes",
    cases: [...pages(), ["filter.payloadHash", { isNull: 0 }, badType], ["filter.discountCodeId", { name: "a", in: [] }, badType]],
  },
  { call: "get_discount_code_tag_facets", cases: pages() },
  { call: "get_discount_campaigns", cases: pages() },
  {
    call: "search_placement_targets",
    cases: [
      ["query", letters(256), badArgument],
      ["kind", "SKU", badType],
      ["query", absent, badType],
    ],
  },
  {
    call: "list_forms",
    cases: [...pages(), ["filter.status", { equalTo: "DRAFT" }, badType], ["filter.startsAt", { isNull: null }, badArgument]],
  },
  {
    call: "get_form_triggers",
    cases: [
      ["formRowIds", uuids(1001), badArgument],
      ["formRowIds", ["x"], badType],
    ],
  },
  {
    call: "get_form_incentives",
    cases: [
      ["formRowIds", uuids(1001), badArgument],
      ["formRowIds", absent, badType],
    ],
  },
  { call: "list_incentives", cases: pages() },
  { call: "get_response_trust_floor", cases: [["formId", { name: 5 }, badType]] },
  {
    call: "get_form_responses_surface",
    cases: [
      ...pages(),
      ["from", "2026-01-01T00:00:00", badType],
      ["to", "tomorrow", badType],
      ["placementId", "Hosted page", badType],
      ["listFilter.status", { equalTo: "DONE" }, badType],
      ["windowFilter.channelId", { like: "x" }, badType],
    ],
  },
  {
    call: "get_form_preview",
    cases: [
      ["formId", "", badType],
      ["formVariantId", "WELCOME10", badType],
    ],
  },
  {
    call: "get_form_views",
    cases: [
      ["from", "2026-02-30", badType],
      ["from", "9999-12-31", badArgument],
      ["to", "tomorrow", badType],
    ],
  },
  {
    call: "get_discount_code_form_responses",
    cases: [...pages(), ["offset", 25_001, badArgument], ["filter.partnerByPartnerIdExists", null, badArgument]],
  },
  {
    call: "get_form_insight_read",
    cases: [
      ["answers", absent, badType],
      ["reasons", null, badType],
      ["answers.mined", { equalTo: "yes" }, badType],
      ["facts.polarity", { equalTo: "1" }, badType],
      ["facts.polarityBand", { in: [0.5] }, badType],
      ["reasons.key", { equalTo: "x" }, badType],
    ],
  },
  {
    call: "list_orders",
    cases: [
      ...pages(),
      ["filter.originRefs", { anyEqualTo: 1 }, badType],
      ["filter.originRefs", { includesInsensitive: "mail" }, badType],
      ["filter.originRefs", { in: ["mail-1"] }, badType],
      ["filter.placedDay", { equalTo: "2026-1-1" }, badType],
      ["filter.placedDay", { equalTo: "2026-01-01T00:00:00Z" }, badType],
      ["filter.attributedRevenue", { equalTo: 40 }, badType],
      ["filter.orderStatus", { in: ["LOST"] }, badType],
      ["filter.isReal", { equalTo: "true" }, badType],
      ["filter.isReal", true, badType],
      ["filter.orderReportedByOrderIdExists", null, badArgument],
      ["orderBy", ["TOTAL_PRICE_ASC"], badType],
    ],
  },
  {
    call: "list_checkouts",
    cases: [
      ...pages(),
      ["condition.stage", "PAID", badType],
      ["condition.startedDay", "today", badType],
      ["condition.and", [], badType],
      ["condition.connectionId", { equalTo: "x" }, badType],
      ["condition.partnerId", "", badType],
      ["orderBy", ["STAGE_ASC"], badType],
    ],
  },
  { call: "get_discount_code_orders", cases: [...pages(), ["offset", 25_001, badArgument], ["filter.partnerId", [], badType]] },
  {
    call: "get_discount_code_order_series",
    cases: [
      ["reportedFilter", absent, badType],
      ["reportedFilter.rate", { equalTo: 1.25 }, badType],
      ["reportedFilter.isReal", { equalTo: true }, badType],
    ],
  },
];
