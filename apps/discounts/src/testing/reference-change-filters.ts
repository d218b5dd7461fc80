import { filtersOver, type PlainFilter, text } from "@offergraph/testkit/reference-filter";
import fc from "fast-check";

/** Values of the tested change records, for use in random filters. */
export interface KnownChanges {
  ids: string[];
  connectionIds: string[];
  placementIds: string[];
  times: string[];
  hashes: string[];
  /** Lists, for each code, the Ref values that identify the code. */
  codes: { id: string; refs: unknown[] }[];
}

const nobody = "00000000-0000-0000-0000-000000000000";

function codeRef({ codes }: KnownChanges): fc.Arbitrary<PlainFilter> {
  const meant = codes.flatMap(({ id, refs }) =>
    refs.map((ref) => ({ filter: { discountCodeId: ref }, sql: `h.discount_code_id = '${id}'` })),
  );
  const none = ["nobody", { name: "nobody" }, { name: nobody }].map((ref) => ({ filter: { discountCodeId: ref }, sql: "false" }));
  return fc.constantFrom(...meant, ...none);
}

/** Generates random filters of change records and the equivalent SQL conditions. The SQL uses the alias `h` for `discount_changes`. */
export function plainChangeFilters(known: KnownChanges): fc.Arbitrary<PlainFilter> {
  const uuid = (sql: string, values: string[]) => ({ sql, type: "uuid", values: [...values, nobody] });
  const fields = {
    rowId: uuid("h.row_id", known.ids),
    connectionId: uuid("h.connection_id", known.connectionIds),
    discountCodeId: uuid(
      "h.discount_code_id",
      known.codes.map(({ id }) => id),
    ),
    discountPlacementId: uuid("h.discount_placement_id", known.placementIds),
    createdAt: { sql: "h.created_at", type: "timestamptz", values: known.times },
    payloadHash: text("h.payload_hash", known.hashes),
  };
  return filtersOver(fields, [codeRef(known)]);
}
