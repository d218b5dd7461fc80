import type { Statement } from "@offergraph/service/db/statement";
import type { Column, ColumnKind } from "@offergraph/service/filters/columns";

export const required = (kind: ColumnKind, sql: Statement): { column: Column } => ({ column: { sql, kind, nullable: false } });
export const optional = (kind: ColumnKind, sql: Statement): { column: Column } => ({ column: { sql, kind, nullable: true } });
