/// <reference path="./pg-utils.d.ts" />
import pg from "pg";
import utils from "pg/lib/utils.js";
import { type ResultField, type RowDecoder, rowDecoder } from "./row-decoder.js";

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
 * Row decoders of a connection's prepared statements, by statement name. If a decoder is undefined, the next query prepares the statement
 * again.
 */
export type Prepared = Map<string, RowDecoder | undefined>;

/** Maximum prepared statements per connection, including the statements of `frameTexts`. At this limit, the oldest statement is closed. */
export const maxPrepared = 200;

/** Statements that run in one round trip with the main statement. */
const frameTexts = {
  offergraph_begin: "BEGIN",
  offergraph_commit: "COMMIT",
  offergraph_read: "SELECT set_config('app.workspace_id', $1, true), set_config('transaction_read_only', 'on', true)",
  offergraph_write: "SELECT set_config('app.workspace_id', $1, true)",
  offergraph_audited: "SELECT set_config('app.workspace_id', $1, true), set_config('app.audit_operation', $2, true)",
};
type FrameName = keyof typeof frameTexts;

/** Workspace and mode (read or write) of a transaction. */
export interface Scope {
  workspaceId: string;
  name: "offergraph_read" | "offergraph_write" | "offergraph_audited";
  /** Id of the audited operation, for which triggers record the changes of the transaction. */
  auditId?: string | undefined;
  /** If true, begins a transaction that stays open. Otherwise, the transaction is implicit and ends with the statement. */
  begins?: boolean;
}

const noRows: RowDecoder = () => ({});

export interface ScopedQueryInput {
  /** If `scope` is undefined, the statement runs in the current transaction. */
  scope: Scope | undefined;
  /** If true, commits the current transaction after the statement. */
  commits?: boolean;
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
 * Sends set_config and the statement in one round trip and one transaction. The workspace and the mode end with the transaction
 * (PostgreSQL's manual, 54.2.3 and 54.2.4).
 */
export class ScopedQuery implements pg.Submittable {
  /** pg requires the property `callback`, but `handleError` handles all errors. */
  callback = (): void => undefined;
  #reader: RowDecoder | undefined;
  readonly #before: [FrameName, string[]][];
  /** Number of statements that PostgreSQL has executed. */
  #executed = 0;
  #rows: Record<string, unknown>[] = [];
  #failure: Error | undefined;
  #ended = false;

  constructor(private readonly input: ScopedQueryInput) {
    const { scope } = input;
    this.#before = scope ? [[scope.name, scope.auditId === undefined ? [scope.workspaceId] : [scope.workspaceId, scope.auditId]]] : [];
    if (scope?.begins) this.#before.unshift(["offergraph_begin", []]);
    this.#reader = input.name === undefined ? undefined : input.prepared.get(input.name);
  }

  submit(connection: pg.Connection): Error | null {
    const wire = connection as unknown as Wire;
    const { commits, name, text, values, prepared } = this.input;
    wire.stream.cork();
    try {
      for (const [frame, parameters] of this.#before) runFrame(wire, prepared, frame, parameters);
      if (name === undefined) wire.parse({ name: "", text });
      else if (!this.#reader) {
        closeOldest(wire, prepared);
        prepare(wire, name, text);
      }
      bind(wire, name ?? "", values);
      if (!this.#reader) wire.describe({ type: "P" });
      wire.execute();
      if (commits) runFrame(wire, prepared, "offergraph_commit", []);
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
    this.#reader = rowDecoder(message.fields, this.input.name !== undefined);
  }

  handleDataRow(message: { fields: (string | null)[] }): void {
    if (this.#executed !== this.#before.length || this.#failure) return;
    try {
      this.#rows.push((this.#reader ?? noRows)(message.fields));
    } catch (error) {
      this.#failure = error instanceof Error ? error : new Error(String(error));
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#executed += 1;
    const isCommit = this.#executed > this.#before.length + 1;
    // PostgreSQL answers COMMIT with ROLLBACK if an earlier statement of the transaction failed.
    if (isCommit && text !== "COMMIT") this.#failure = new Error("The transaction was rolled back.");
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

  /** After a failure, the next query prepares the statements again. */
  #remember(isPrepared: boolean): void {
    const { commits, name, prepared } = this.input;
    for (const [frame] of this.#before) prepared.set(frame, isPrepared ? noRows : undefined);
    if (commits) prepared.set("offergraph_commit", isPrepared ? noRows : undefined);
    if (name !== undefined) prepared.set(name, isPrepared ? (this.#reader ?? noRows) : undefined);
  }

  #end(error: Error | undefined, isLost: boolean): void {
    if (this.#ended) return;
    this.#ended = true;
    this.input.done(error, this.#rows, isLost);
  }
}

function runFrame(wire: Wire, prepared: Prepared, name: FrameName, values: string[]): void {
  if (name === "offergraph_begin") {
    // Does not prepare BEGIN, because a prepared statement can fail, for example if a pooler has lost the statement.
    wire.parse({ name: "", text: frameTexts[name] });
    bind(wire, "", values);
    wire.execute();
    return;
  }
  if (!prepared.get(name)) prepare(wire, name, frameTexts[name]);
  bind(wire, name, values);
  wire.execute();
}

/**
 * First closes any prepared statement with the same name, because names are unique per connection. Closing an unknown name is not an error
 * in PostgreSQL.
 */
function prepare(wire: Wire, name: string, text: string): void {
  wire.close({ type: "S", name });
  wire.parse({ name, text });
}

function closeOldest(wire: Wire, prepared: Prepared): void {
  if (prepared.size < maxPrepared) return;
  for (const name of prepared.keys()) {
    if (name in frameTexts) continue;
    wire.close({ type: "S", name });
    prepared.delete(name);
    return;
  }
}

function bind(wire: Wire, statement: string, values: readonly unknown[]): void {
  wire.bind({ statement, values, valueMapper: utils.prepareValue });
}
