import { LRUCache } from "lru-cache";
import type pg from "pg";
import { type Done, maxPrepared, type Prepared, type Scope, ScopedQuery } from "./scoped-query.js";
import type { Statement } from "./statement.js";

const preparedBy = new WeakMap<pg.ClientBase, Prepared>();

// Prepares a statement only at its second run, so that rare statements do not displace frequent prepared statements.
const seen = new LRUCache<string, string | true>({ max: maxPrepared * 5 });
let named = 0;

function nameOf(text: string): string | undefined {
  const known = seen.get(text);
  if (typeof known === "string") return known;
  if (known) named += 1;
  const name = known && `statement_${named}`;
  seen.set(text, name ?? true);
  return name;
}

/**
 * Runs a statement in a transaction with the workspace and the mode of `scope`. Without a scope, runs the statement in the client's current
 * transaction. With `commits`, commits the transaction in the round trip of the statement.
 */
export function queryScoped(client: pg.ClientBase, scope: Scope | undefined, statement: Statement, done: Done, commits = false): void {
  const prepared: Prepared = preparedBy.get(client) ?? new Map();
  preparedBy.set(client, prepared);
  const { text, values } = statement;
  client.query(new ScopedQuery({ scope, commits, text, values, name: nameOf(text), prepared, done }));
}
