import { selectedOf } from "@offergraph/service/db/selected-columns";
import { raw, type Statement, sql } from "@offergraph/service/db/statement";
import type { FilterShape } from "@offergraph/service/filters/filter";
import { filterFields, type List, type ListArguments, type ListContext, readList } from "@offergraph/service/filters/list";
import type { PageArguments } from "@offergraph/service/filters/page";
import { grantStates } from "../domain/ordinals.js";
import type { GrantState } from "../generated/types.js";
import { type GrantRow, grantColumnsOf, type IncentiveRow, incentiveColumns } from "./rows.js";

const incentiveFilter = filterFields({
  rowId: { sql: sql`i.row_id`, kind: "uuid", nullable: false },
  name: { sql: sql`i.name`, kind: "text", nullable: false },
  createdAt: { sql: sql`i.created_at`, kind: "datetime", nullable: false },
  updatedAt: { sql: sql`i.updated_at`, kind: "datetime", nullable: false },
});

export function readIncentivePage(context: ListContext, given: PageArguments & Pick<ListArguments, "filter">) {
  return readNewestFirst<IncentiveRow>(context, "list_incentives", given, {
    ...{ select: incentiveColumns, from: sql`incentives i`, alias: "i", where: sql`i.deleted_at IS NULL`, shape: incentiveFilter },
  });
}

const readGrantPage = (context: ListContext, operation: string, given: PageArguments, where: Statement) =>
  readNewestFirst<GrantRow>(context, operation, given, {
    select: grantColumnsOf(selectedOf(context, "Grant")),
    from: sql`grants g`,
    alias: "g",
    where,
  });

/** Reads a page of an incentive's grants. A cursor is valid only for the same incentive and state. */
export function readGrantsOfIncentive(context: ListContext, incentiveId: string, state: GrantState | null, given: PageArguments) {
  const ofIncentive = sql`g.incentive_id = ${incentiveId}::uuid`;
  if (state === null) return readGrantPage(context, `grants ${incentiveId}`, given, ofIncentive);
  const inState = sql`${ofIncentive} AND g.state = ${grantStates.indexOf(state)}::smallint`;
  return readGrantPage(context, `grants ${incentiveId} ${state}`, given, inState);
}

export const readGrantsOfCustomer = (context: ListContext, customerId: string, given: PageArguments) =>
  readGrantPage(context, `grants of customer ${customerId}`, given, sql`g.customer_id = ${customerId}::uuid`);

// PostgreSQL uses the partial index only with a literal, not with a parameter.
const isHeld = sql`g.state = ${raw(String(grantStates.indexOf("HELD")))}`;

export const readHeldGrants = (context: ListContext, given: PageArguments) => readGrantPage(context, "heldGrants", given, isHeld);

type Source = Pick<List, "select" | "from" | "where"> & { alias: string; shape?: FilterShape };

function readNewestFirst<Row extends object>(context: ListContext, operation: string, given: ListArguments, { alias, ...source }: Source) {
  const order = {
    keys: { CREATED_AT: { sql: raw(`${alias}.created_at`), kind: "datetime", nullable: false } },
    primaryKey: { sql: raw(`${alias}.row_id`), kind: "uuid", nullable: false },
  } as const;
  return readList<Row>(context, given, { shape: {}, ...source, operation, order, orderBy: ["CREATED_AT_DESC"] });
}
