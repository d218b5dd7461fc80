import type { Read } from "@offergraph/service/db/read";
import { raw, type Statement, sql } from "@offergraph/service/db/statement";
import { valueScale } from "@offergraph/shared/schema/scaled";
import { statuses } from "../domain/ordinals.js";
import type { DiscountCodeAggregates } from "../generated/types.js";
import { discountCodesTable } from "./list.js";

const functions = { sum: "sum", average: "avg", min: "min", max: "max" } as const;
const fields = {
  usageCount: ["d.usage_count", 0],
  valuePercent: ["d.value_percent", valueScale],
  valueAmount: ["d.value_amount", valueScale],
} as const;

// Divides as `numeric`, because integer division would drop the fraction.
const aggregates = Object.entries(functions).map(([name, call]) => {
  const items = Object.entries(fields).map(
    ([field, [column, scale]]) => `'${field}', trim_scale(${call}(${column})::numeric / ${10 ** scale})::text`,
  );
  return `json_build_object(${items.join(", ")}) AS ${name}`;
});
const counts = statuses.map((_, ordinal) => `count(*) FILTER (WHERE d.status = ${ordinal})`).join(", ");
const selection = raw(`count(*)::integer AS count, ARRAY[${counts}]::integer[] AS counts, ${aggregates.join(", ")}`);

type AggregatesRow = Omit<DiscountCodeAggregates, "byStatus"> & { counts: number[] };

/** A sum, average, minimum or maximum is null if no code has a value. */
export async function readAggregates(read: Read, where: Statement): Promise<DiscountCodeAggregates> {
  const [row] = await read<AggregatesRow>(sql`SELECT ${selection} FROM ${discountCodesTable} WHERE ${where}`);
  if (!row) throw new Error("Invariant violated: aggregate query returned no row.");
  const { counts: byOrdinal, ...rest } = row;
  return { ...rest, byStatus: statuses.map((status, ordinal) => ({ status, count: byOrdinal[ordinal] ?? 0 })) };
}
