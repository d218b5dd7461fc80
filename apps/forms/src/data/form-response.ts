import { type Statement, sql } from "@offergraph/shared/database/statement";

/** A row of the table form_responses, as it is read. */
export interface FormResponseRow {
  rowId: string;
  workspaceId: string;
  createdAt: string;
  updatedAt: string;
}

/** Reads the rows of these ids; row-level security leaves those of the request's workspace. */
export function readFormResponses(ids: readonly string[]): Statement {
  return sql`
    SELECT row_id AS "rowId", workspace_id AS "workspaceId", created_at AS "createdAt", updated_at AS "updatedAt"
    FROM form_responses WHERE row_id = ANY (${ids}::uuid[])`;
}
