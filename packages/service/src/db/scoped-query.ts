/// <reference path="./pg-utils.d.ts" />
import pg from "pg";
import utils from "pg/lib/utils.js";
import { decodeRow, type ResultField, type RowDecoder, rowDecoder } from "./row-decoder.js";

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

/**
 * Maps the names of a connection's prepared statements to row decoders. If the row decoder is undefined, the next query prepares the
 * statement again.
 */
export type Prepared = Map<string, RowDecoder | undefined>;

/**
 * Maximum prepared statements per connection, including the scope statements. At the limit, the oldest prepared statement of the connection
 * is closed.
 */
export const maxPrepared = 200;

const scopeTexts = {
  offergraph_read: "SELECT set_config('app.workspace_id', $1, true), set_config('transaction_read_only', 'on', true)",
  offergraph_write: "SELECT set_config('app.workspace_id', $1, true)",
};
type ScopeName = keyof typeof scopeTexts;

/** Workspace and mode (read or write) of an implicit transaction. */
export interface Scope {
  workspaceId: string;
  name: ScopeName;
}

const noRows: RowDecoder = { names: [], parsers: [] };

export interface ScopedQueryInput {
  /** If `scope` is undefined, the statement runs in the current transaction. */
  scope: Scope | undefined;
  text: string;
  values: readonly unknown[];
  /** Name of the prepared statement. If `name` is undefined, the statement is not prepared. */
  name: string | undefined;
  prepared: Prepared;
  done: Done;
}

/** Callback that is called once, when the query ends. `isLost` is true if the connection is unusable. */
export type Done = (error: Error | undefined, rows: Record<string, unknown>[], isLost: boolean) => void;

/**
 * Sends set_config and the statement before a single Sync message, so that both run in one round trip and one implicit transaction. The
 * workspace and the mode end with the transaction (PostgreSQL's manual, 54.2.3 and 54.2.4).
 */
export class ScopedQuery implements pg.Submittable {
  /** pg requires the property `callback`, but `handleError` handles all errors. */
  callback = (): void => undefined;
  #reader: RowDecoder | undefined;
  #scoping: boolean;
  #rows: Record<string, unknown>[] = [];
  #failure: Error | undefined;
  #ended = false;

  constructor(private readonly input: ScopedQueryInput) {
    this.#scoping = input.scope !== undefined;
    this.#reader = input.name === undefined ? undefined : input.prepared.get(input.name);
  }

  submit(connection: pg.Connection): Error | null {
    const wire = connection as unknown as Wire;
    const { scope, name, text, values, prepared } = this.input;
    wire.stream.cork();
    try {
      if (scope) {
        if (!prepared.get(scope.name)) prepare(wire, scope.name, scopeTexts[scope.name]);
        bind(wire, scope.name, [scope.workspaceId]);
        wire.execute();
      }
      if (name === undefined) wire.parse({ name: "", text });
      else if (!this.#reader) {
        closeOldest(wire, prepared);
        prepare(wire, name, text);
      }
      bind(wire, name ?? "", values);
      if (!this.#reader) wire.describe({ type: "P" });
      wire.execute();
    } catch (error) {
      // A value could not be serialized, so the statement does not run. The Sync message ends the implicit transaction.
      this.#failure = error instanceof Error ? error : new Error(String(error));
    } finally {
      wire.sync();
      wire.stream.uncork();
    }
    return null;
  }

  handleRowDescription(message: { fields: ResultField[] }): void {
    this.#reader = rowDecoder(message.fields);
  }

  handleDataRow(message: { fields: (string | null)[] }): void {
    if (this.#scoping || this.#failure) return;
    try {
      this.#rows.push(decodeRow(this.#reader ?? noRows, message.fields));
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
    wire.sendCopyFail("COPY is not supported");
    wire.sync();
  }

  handleCopyData(): void {
    this.#failure = new Error("COPY is not supported.");
  }

  handleReadyForQuery(): void {
    this.#remember(this.#failure === undefined);
    this.#end(this.#failure, false);
  }

  /** pg calls this function if PostgreSQL returns an error or the connection is lost. */
  handleError(error: Error): void {
    this.#remember(false);
    this.#end(error, !(error instanceof pg.DatabaseError && error.severity === "ERROR"));
  }

  /** After a failure, the prepared state of set_config and the statement is unknown, so the next query prepares both again. */
  #remember(isPrepared: boolean): void {
    const { scope, name, prepared } = this.input;
    if (scope) prepared.set(scope.name, isPrepared ? noRows : undefined);
    if (name !== undefined) prepared.set(name, isPrepared ? (this.#reader ?? noRows) : undefined);
  }

  #end(error: Error | undefined, isLost: boolean): void {
    if (this.#ended) return;
    this.#ended = true;
    this.input.done(error, this.#rows, isLost);
  }
}

/**
 * First closes a statement with the same name, because a connection cannot have two prepared statements with the same name. PostgreSQL
 * reports no error if no statement has the name.
 */
function prepare(wire: Wire, name: string, text: string): void {
  wire.close({ type: "S", name });
  wire.parse({ name, text });
}

function closeOldest(wire: Wire, prepared: Prepared): void {
  if (prepared.size < maxPrepared) return;
  for (const name of prepared.keys()) {
    if (name in scopeTexts) continue;
    wire.close({ type: "S", name });
    prepared.delete(name);
    return;
  }
}

function bind(wire: Wire, statement: string, values: readonly unknown[]): void {
  wire.bind({ statement, values, valueMapper: utils.prepareValue });
}
