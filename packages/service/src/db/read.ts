import type { Statement } from "./statement.js";

/** Runs a query within one workspace, outside or inside a transaction. Returns plain rows (see WorkspaceReader). */
export type Read = <Row extends object>(statement: Statement) => Promise<Row[]>;
