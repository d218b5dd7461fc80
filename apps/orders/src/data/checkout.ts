import { type Statement, sql } from "@offergraph/shared/database/statement";

/** A row of the table checkouts, as it is read. */
export interface CheckoutRow {
  rowId: string;
  workspaceId: string;
  createdAt: string;
  updatedAt: string;
}

/** Reads the rows of these ids; row-level security leaves those of the request's workspace. */
export function readCheckouts(ids: readonly string[]): Statement {
  return sql`
    SELECT row_id AS "rowId", workspace_id AS "workspaceId", created_at AS "createdAt", updated_at AS "updatedAt"
    FROM checkouts WHERE row_id = ANY (${ids}::uuid[])`;
}
