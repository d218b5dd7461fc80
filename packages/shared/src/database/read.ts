import type { Statement } from "./statement.js";

/** Reads lean rows in one workspace: a request's own reader, or the reader of a write's transaction. */
export type Read = <Row extends object>(statement: Statement) => Promise<Row[]>;
