import { type Field, filtersOver, type PlainFilter, text } from "@offergraph/testkit/reference-filter";
import fc from "fast-check";

// Generates random filters and sort orders of discount codes, each with the equivalent SQL. The SQL uses the alias `d` for
// `discount_codes`.

const ranked = (order: readonly string[]) => (value: unknown) => String(order.indexOf(String(value)));
const statuses = ["EXPIRED", "DRAFT", "SCHEDULED", "ACTIVE"];
const valueKinds = ["percent", "amount"];
const syncStatuses = ["PENDING", "SYNCED", "FAILED", "NOT_PUSHED"];
const creators = ["IMPORTED", "SERVICE", "STOREPROVIDER"];

/** Values of the tested rows, for use in random filters. */
export interface Known {
  ids: string[];
  codes: string[];
  titles: string[];
  displayNames: string[];
  times: string[];
  partners: { id: string; name: string; handle: string }[];
  tags: string[];
  campaigns: string[];
  connections: string[];
}

function fieldsOf({ ids, codes, titles, displayNames, times, partners, tags }: Known): Record<string, Field> {
  const counts = [0, 1, 2, 3, 500, 1012, -1];
  const decimals = ["0", "12.5", "12.50", "25", "99.75", "100", "996", "0.00001", "99.74999", "-3", "5000.1", "1".repeat(40)];
  return {
    aliasCount: { sql: "d.alias_count", type: "bigint", values: counts },
    code: text("d.code", codes),
    createdAt: { sql: "d.created_at", type: "timestamptz", values: times },
    createdBy: { sql: "d.created_by", type: "smallint", values: creators, literal: ranked(creators) },
    displayName: text("d.display_name", displayNames),
    endsAt: { sql: "d.ends_at", type: "timestamptz", values: times },
    isPublic: { sql: "d.is_public", type: "boolean", values: [true, false] },
    partnerId: { sql: "d.partner_id", type: "uuid", values: [...partners.map(({ id }) => id), ...ids.slice(0, 2)] },
    rowId: { sql: "d.row_id", type: "uuid", values: [...ids, "00000000-0000-0000-0000-000000000000"] },
    startAt: { sql: "d.start_at", type: "timestamptz", values: times },
    status: { sql: "d.status", type: "smallint", values: statuses, literal: ranked(statuses) },
    tag: { sql: "d.tag_names", type: "text[]", values: [[], ["vip"], ...tags.map((tag) => [tag]), ...tags.map((tag) => [tag, "vip"])] },
    tier: text("d.public_tier", ["BASIC", "QUICK", "ENHANCED", "quick"]),
    title: text("d.title", titles),
    updatedAt: { sql: "d.updated_at", type: "timestamptz", values: times },
    usageCount: { sql: "d.usage_count", type: "bigint", values: counts },
    valueAmount: { sql: "(d.value_amount::numeric / 10000)", type: "numeric", values: decimals },
    valueKind: { sql: "d.value_kind", type: "smallint", values: valueKinds, literal: ranked(valueKinds) },
    valuePercent: { sql: "(d.value_percent::numeric / 10000)", type: "numeric", values: decimals },
  };
}

function partnerRef({ partners }: Known): fc.Arbitrary<PlainFilter> {
  const named = partners.flatMap(({ id, name, handle }) => [
    { ref: id, id },
    { ref: name, id },
    { ref: `@${handle.toUpperCase()}`, id },
    { ref: { name }, id },
  ]);
  return fc.constantFrom(...named, { ref: "nobody", id: undefined }).map(({ ref, id }) => ({
    filter: { partnerId: ref },
    // An unknown name matches no row. The condition is false for rows with a partner, and NULL for rows without a partner.
    sql: id === undefined ? "(CASE WHEN d.partner_id IS NULL THEN NULL ELSE false END)" : `d.partner_id = '${id}'::uuid`,
  }));
}

const exists = fc
  .boolean()
  .map((value): PlainFilter => ({ filter: { partnerByPartnerIdExists: value }, sql: `(d.partner_id IS NOT NULL) = ${value}` }));

const uuid = (id: string) => `'${id}'::uuid`;

/** Generates conditions on campaigns and placements. The equivalent SQL compares aggregated lists. */
function relatedRecords({ campaigns, connections }: Known): fc.Arbitrary<PlainFilter> {
  const statusOf = (id: string) =>
    `(SELECT min(p.sync_status) FROM placements p WHERE p.discount_code_id = d.row_id AND p.connection_id = ${uuid(id)})`;
  const campaignIds = "ARRAY(SELECT a.campaign_id FROM campaign_codes a WHERE a.discount_code_id = d.row_id)";
  const connectionIds = "ARRAY(SELECT p.connection_id FROM placements p WHERE p.discount_code_id = d.row_id)";
  const placementStatuses = "ARRAY(SELECT p.sync_status FROM placements p WHERE p.discount_code_id = d.row_id)";
  const connection = fc.constantFrom(...connections);
  const status = fc.constantFrom(...syncStatuses);
  return fc.oneof(
    fc.constantFrom(...campaigns).map((id) => ({ filter: { campaignId: { equalTo: id } }, sql: `${campaignIds} @> ARRAY[${uuid(id)}]` })),
    fc.subarray(campaigns).map((ids) => ({
      filter: { campaignId: { in: ids } },
      sql: `${campaignIds} && ARRAY[${ids.map(uuid).join(", ")}]::uuid[]`,
    })),
    fc.constantFrom(...campaigns).map((id) => ({
      filter: { campaignId: { notEqualTo: id } },
      sql: `cardinality(array_remove(${campaignIds}, ${uuid(id)})) > 0`,
    })),
    fc.boolean().map((isNull) => ({ filter: { campaignId: { isNull } }, sql: `(cardinality(${campaignIds}) = 0) = ${isNull}` })),
    connection.map((id) => ({ filter: { connectionId: { equalTo: id } }, sql: `${connectionIds} @> ARRAY[${uuid(id)}]` })),
    fc.boolean().map((isNull) => ({ filter: { connectionId: { isNull } }, sql: `(cardinality(${connectionIds}) = 0) = ${isNull}` })),
    status.map((value) => ({
      filter: { syncStatus: { equalTo: value } },
      sql: `${placementStatuses} @> ARRAY[${syncStatuses.indexOf(value)}]::smallint[]`,
    })),
    // The conditions on connection and status must hold for the same placement.
    fc.tuple(connection, status).map(([id, value]) => ({
      filter: { connectionId: { equalTo: id }, syncStatus: { lessThanOrEqualTo: value } },
      sql: `coalesce(${statusOf(id)} <= ${syncStatuses.indexOf(value)}, false)`,
    })),
  );
}

/** Generates filters with all fields and operators, combined by `and`, `or` and `not`. */
export function plainFilters(known: Known): fc.Arbitrary<PlainFilter> {
  return filtersOver(fieldsOf(known), [partnerRef(known), exists, relatedRecords(known)]);
}

const orderColumns: Record<string, string> = {
  ALIAS_COUNT: "d.alias_count",
  CODE: "d.code",
  CREATED_AT: "d.created_at",
  DISPLAY_NAME: "d.display_name",
  ENDS_AT: "d.ends_at",
  PARTNER_ID: "d.partner_id",
  PRIMARY_KEY: "d.row_id",
  ROW_ID: "d.row_id",
  STATUS: "d.status",
  TIER: "d.public_tier",
  TITLE: "d.title",
  UPDATED_AT: "d.updated_at",
  USAGE_COUNT: "d.usage_count",
  VALUE_AMOUNT: "d.value_amount",
  VALUE_PERCENT: "d.value_percent",
  WORKSPACE_ID: "d.workspace_id",
};

/** Generates sort orders of up to three keys, each with the equivalent ORDER BY. */
export const plainOrders: fc.Arbitrary<{ orderBy: string[]; sql: string }> = fc
  .array(fc.constantFrom("NATURAL", ...Object.keys(orderColumns).flatMap((key) => [`${key}_ASC`, `${key}_DESC`])), { maxLength: 3 })
  .map((orderBy) => ({
    orderBy,
    sql: [
      ...orderBy.map((value) =>
        value === "NATURAL"
          ? "d.row_id"
          : `${orderColumns[value.replace(/_(ASC|DESC)$/, "")]} ${value.match(/ASC$/) ? "ASC NULLS LAST" : "DESC NULLS FIRST"}`,
      ),
      "d.row_id",
    ].join(", "),
  }));
