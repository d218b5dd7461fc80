import { selectedOf } from "@offergraph/service/db/selected-columns";
import { sql } from "@offergraph/service/db/statement";
import type { Column } from "@offergraph/service/filters/columns";
import type { FilterShape } from "@offergraph/service/filters/filter";
import { filterFields, type ListArguments, type ListContext, readList, sortKeys } from "@offergraph/service/filters/list";
import { nameOf } from "@offergraph/service/filters/reference";
import { onlyId, readFormsNamed } from "@offergraph/service/replicas/queries";
import type { RequestBase } from "@offergraph/service/subgraph/context";
import { listLoader, rowLoader } from "@offergraph/service/subgraph/reference";
import { customerIdsOf } from "@offergraph/shared/schema/customer-id";
import { grantStates, incentiveKinds } from "../domain/ordinals.js";
import { readIncentivesNamed } from "./incentives.js";
import { type GrantRow, grantColumnsOf } from "./rows.js";

const columns = {
  rowId: { sql: sql`g.row_id`, kind: "uuid", nullable: false },
  formResponseId: { sql: sql`g.form_response_id`, kind: "uuid", nullable: false },
  orderId: { sql: sql`g.order_id`, kind: "uuid", nullable: true },
  outcomeAt: { sql: sql`g.outcome_at`, kind: "datetime", nullable: false, indexed: false },
  expiresAt: { sql: sql`g.expires_at`, kind: "datetime", nullable: true },
  createdAt: { sql: sql`g.created_at`, kind: "datetime", nullable: false },
  updatedAt: { sql: sql`g.updated_at`, kind: "datetime", nullable: false },
  state: { sql: sql`g.state`, kind: "enum", values: grantStates, nullable: false },
  kindSlug: { sql: sql`g.kind`, kind: "enum", values: incentiveKinds, nullable: false },
} as const satisfies Record<string, Column>;
const customerId = { sql: sql`g.customer_id`, kind: "uuid", nullable: true } as const;
const incentiveId = { sql: sql`g.incentive_id`, kind: "uuid", nullable: false } as const;
const formId = { sql: sql`p.form_id`, kind: "uuid", nullable: true } as const;

// Each loader finds up to 1,000 references of a filter with one statement.
const holderById = rowLoader("customers of grants", ({ read }: RequestBase, ids) => {
  const held = sql`SELECT FROM grants g WHERE g.customer_id = k.id LIMIT 1`;
  return read<{ rowId: string }>(sql`SELECT k.id AS "rowId" FROM unnest(${ids}::uuid[]) AS k(id) CROSS JOIN LATERAL (${held}) held`);
});
const incentivesNamed = listLoader("incentives by name", ({ read }: RequestBase, names) => readIncentivesNamed(read, names));
const formsNamed = listLoader("forms by name", ({ read }: RequestBase, names) => readFormsNamed(read, names));

export function readGrantList(context: RequestBase & ListContext, given: ListArguments) {
  const { workspaceId } = context.principal;
  const shape: FilterShape = {
    ...filterFields(columns),
    customerId: {
      reference: {
        column: customerId,
        resolvesUuids: true,
        resolve: (ref) => findHolder(context, customerIdsOf(workspaceId, ref)),
      },
    },
    incentiveId: {
      reference: { column: incentiveId, resolve: async (ref) => onlyId(await incentivesNamed(context, nameOf(ref)), "incentiveId") },
    },
    formId: { reference: { column: formId, resolve: async (ref) => onlyId(await formsNamed(context, nameOf(ref)), "formId") } },
  };
  const { createdAt, outcomeAt, updatedAt, rowId } = columns;
  return readList<GrantRow>(context, given, {
    operation: "list_grants",
    select: grantColumnsOf(selectedOf(context, "Grant")),
    from: sql`grants g LEFT JOIN form_response_references p ON p.workspace_id = g.workspace_id AND p.row_id = g.form_response_id`,
    shape,
    order: { keys: sortKeys({ createdAt, outcomeAt, updatedAt }), primaryKey: rowId },
  });
}

/** Returns the first id in `ids` that belongs to a customer with a grant, or null. */
async function findHolder(context: RequestBase, ids: readonly string[]): Promise<string | null> {
  const holders = await Promise.all(ids.map((id) => holderById(context, id)));
  return holders.find((holder) => holder !== null)?.rowId ?? null;
}
