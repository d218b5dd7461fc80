import { sql } from "@offergraph/service/db/statement";
import type { Column } from "@offergraph/service/filters/columns";
import type { FilterShape } from "@offergraph/service/filters/filter";
import { filterFields, type ListArguments, type ListContext, readList, sortKeys } from "@offergraph/service/filters/list";
import type { NameRef } from "@offergraph/service/filters/reference";
import { formByName } from "@offergraph/service/replicas/queries";
import { onlyOne } from "@offergraph/shared/errors/look-up-error";
import { BadUserInput } from "@offergraph/shared/errors/public-error";
import { customerIdsOf } from "@offergraph/shared/schema/customer-id";
import { grantStates, incentiveKinds } from "../domain/ordinals.js";
import { readIncentivesNamed } from "./incentives.js";
import { type GrantRow, grantColumns } from "./rows.js";
import { findGrantHolder } from "./spending.js";

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

export function readGrantList(context: ListContext, given: ListArguments) {
  const { read, principal } = context;
  const shape: FilterShape = {
    ...filterFields(columns),
    customerId: {
      reference: {
        column: customerId,
        resolvesUuids: true,
        resolve: (ref) => findGrantHolder(read, customerIdsOf(principal.workspaceId, ref)),
      },
    },
    incentiveId: { reference: { column: incentiveId, resolve: async (ref) => onlyId(await readIncentivesNamed(read, nameOf(ref))) } },
    formId: { reference: { column: formId, resolve: formByName(read, "formId") } },
  };
  const { createdAt, outcomeAt, updatedAt, rowId } = columns;
  return readList<GrantRow>(context, given, {
    operation: "list_grants",
    select: grantColumns,
    from: sql`grants g LEFT JOIN form_response_references p ON p.workspace_id = g.workspace_id AND p.row_id = g.form_response_id`,
    shape,
    order: { keys: sortKeys({ createdAt, outcomeAt, updatedAt }), primaryKey: rowId },
  });
}

const nameOf = (ref: NameRef): string => (typeof ref === "string" ? ref : ref.name);

function onlyId(rows: readonly { rowId: string }[]): string | null {
  const { row, fault } = onlyOne(rows);
  if (fault === "AMBIGUOUS_REF")
    throw new BadUserInput("incentiveId", "More than one incentive has this name. Use the id of the incentive.");
  return row?.rowId ?? null;
}
