import type { Statement } from "./statement.js";

/** Runs a query within one workspace, with or without a transaction. Returns plain rows (see WorkspaceReader). */
export type Read = <Row extends object>(statement: Statement) => Promise<Row[]>;
