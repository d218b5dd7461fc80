/// <reference path="./pg-utils.d.ts" />
import pg from "pg";
import utils from "pg/lib/utils.js";
import { type ResultField, type RowReader, readRow, rowReader } from "./lean-row.js";

/** The part of pg's Connection that is used here; @types/pg describes an older one. */
interface Wire {
  stream: { cork(): void; uncork(): void };
  parse(message: { name: string; text: string }): void;
  bind(message: { statement: string; values: readonly unknown[]; valueMapper(value: unknown): string | Buffer | null }): void;
  describe(message: { type: "P" }): void;
  execute(): void;
  close(message: { type: "S"; name: string }): void;
  sync(): void;
  sendCopyFail(reason: string): void;
}

/** What a connection has prepared: by statement name, how its rows are read; undefined after an error, when it is prepared anew. */
export type Prepared = Map<string, RowReader | undefined>;

/** So many statements stay prepared on one connection, the scope's among them; then the eldest is closed. */
export const mostPrepared = 200;

const scopeName = "offergraph_scope";
const scopeText = "SELECT set_config('app.workspace_id', $1, true)";
const noRows: RowReader = { names: [], parsers: [] };

export interface LeanQueryInput {
  /** Sets the scope first, in the same implicit transaction; undefined: the connection's transaction has one. */
  workspaceId: string | undefined;
  text: string;
  values: readonly unknown[];
  /** Undefined: the statement is not kept prepared. */
  name: string | undefined;
  prepared: Prepared;
  done: Done;
}

/** Called once. `isLost`: the connection cannot be used any more. */
export type Done = (error: Error | undefined, rows: Record<string, unknown>[], isLost: boolean) => void;

/**
 * A query for `client.query()` that sends set_config and the statement before one Sync: both run in one implicit transaction,
 * so that the scope ends with the statement, whatever happens (PostgreSQL, 54.2.3 and 54.2.4). Costs one round trip.
 * A statement that is prepared already is neither parsed nor described again.
 */
export class LeanQuery implements pg.Submittable {
  /** pg calls it too, when it gives a query up; `handleError` is what counts here. */
  callback = (): void => undefined;
  readonly #input: LeanQueryInput;
  #reader: RowReader | undefined;
  #scoping: boolean;
  #rows: Record<string, unknown>[] = [];
  #failure: Error | undefined;
  #ended = false;

  constructor(input: LeanQueryInput) {
    this.#input = input;
    this.#scoping = input.workspaceId !== undefined;
    this.#reader = input.name === undefined ? undefined : input.prepared.get(input.name);
  }

  submit(connection: pg.Connection): Error | null {
    const wire = connection as unknown as Wire;
    const { workspaceId, name, text, values, prepared } = this.#input;
    wire.stream.cork();
    try {
      if (workspaceId !== undefined) {
        if (!prepared.get(scopeName)) prepare(wire, scopeName, scopeText);
        bind(wire, scopeName, [workspaceId]);
        wire.execute();
      }
      if (name === undefined) wire.parse({ name: "", text });
      else if (!this.#reader) {
        closeEldest(wire, prepared);
        prepare(wire, name, text);
      }
      bind(wire, name ?? "", values);
      if (!this.#reader) wire.describe({ type: "P" });
      wire.execute();
    } catch (error) {
      // A value that cannot be sent: nothing was bound, the Sync ends what was begun.
      this.#failure = error instanceof Error ? error : new Error(String(error));
    } finally {
      wire.sync();
      wire.stream.uncork();
    }
    return null;
  }

  handleRowDescription(message: { fields: ResultField[] }): void {
    this.#reader = rowReader(message.fields);
  }

  handleDataRow(message: { fields: (string | null)[] }): void {
    if (this.#scoping || this.#failure) return;
    try {
      this.#rows.push(readRow(this.#reader ?? noRows, message.fields));
    } catch (error) {
      this.#failure = error instanceof Error ? error : new Error(String(error));
    }
  }

  handleCommandComplete(): void {
    this.#scoping = false;
  }

  handleEmptyQuery(): void {
    this.#failure = new Error("The statement is empty.");
  }

  handleCopyInResponse(connection: pg.Connection): void {
    const wire = connection as unknown as Wire;
    wire.sendCopyFail("COPY is not for the lean reader");
    wire.sync();
  }

  handleCopyData(): void {
    this.#failure = new Error("COPY is not for the lean reader.");
  }

  handleReadyForQuery(): void {
    this.#remember(this.#failure === undefined);
    this.#end(this.#failure, false);
  }

  /** The server refused (the connection goes on), or the connection is lost. */
  handleError(error: Error): void {
    this.#remember(false);
    this.#end(error, !(error instanceof pg.DatabaseError && error.severity === "ERROR"));
  }

  /** After a failure it is not known what of the two was prepared: both are prepared anew, that is safe. */
  #remember(isPrepared: boolean): void {
    const { workspaceId, name, prepared } = this.#input;
    if (workspaceId !== undefined) prepared.set(scopeName, isPrepared ? noRows : undefined);
    if (name !== undefined) prepared.set(name, isPrepared ? (this.#reader ?? noRows) : undefined);
  }

  #end(error: Error | undefined, isLost: boolean): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#input.done(error, this.#rows, isLost);
  }
}

/** Closing a name that does not exist is no error, so that a name is never taken. */
function prepare(wire: Wire, name: string, text: string): void {
  wire.close({ type: "S", name });
  wire.parse({ name, text });
}

function closeEldest(wire: Wire, prepared: Prepared): void {
  if (prepared.size < mostPrepared) return;
  for (const name of prepared.keys()) {
    if (name === scopeName) continue;
    wire.close({ type: "S", name });
    prepared.delete(name);
    return;
  }
}

function bind(wire: Wire, statement: string, values: readonly unknown[]): void {
  wire.bind({ statement, values, valueMapper: utils.prepareValue });
}
