import { BadUserInput } from "@offergraph/shared/errors/public-error";
import { formats, isUuid } from "@offergraph/shared/schema/formats";
import { type Statement, sql } from "../db/statement.js";
import type { Column } from "./columns.js";
import { matchNone } from "./columns.js";
import { checkValue } from "./values.js";

export const maxNames = 100;

export type NameRef = string | { name: string };

/** Returns the name that the reference contains. The reference must not be an id. */
export const nameOf = (ref: NameRef): string => (typeof ref === "string" ? ref : ref.name);

/** A filter field for the id of another record. Accepts a Ref or PartnerRef directly, or a UUIDFilter. */
export interface Reference {
  column: Column;
  /**
   * Returns the id of the record with this name, or null if no record has the name. Throws BadUserInput if several records match. A filter
   * starts all calls at once, so an implementation can combine them into one query. If `resolvesUuids` is true, the implementation must
   * combine the calls.
   */
  resolve(ref: NameRef): Promise<string | null>;
  /** If `resolvesUuids` is true, `resolve` also gets UUIDs, because a UUID can be a name. By default, a UUID is always an id. */
  resolvesUuids?: boolean;
}

/** Collects the names of a filter, and looks them up in one batch. */
export class NameLookups {
  readonly #wanted = new Map<string, { reference: Reference; ref: NameRef; path: string }>();
  readonly #ids = new Map<string, string | null>();
  #names = 0;

  /** Adds a name. Returns a function that builds the SQL condition for the name. Call the returned function after `resolve`. */
  add(field: string, reference: Reference, ref: NameRef, path: string): () => Statement {
    const key = JSON.stringify([field, ref]);
    if (!this.#wanted.has(key) && !isUuid(ref)) this.#names += 1;
    this.#wanted.set(key, this.#wanted.get(key) ?? { reference, ref, path });
    if (this.#names > maxNames)
      throw new BadUserInput(path, `${path}: a filter may have at most ${maxNames} names. Use ids instead of names.`);
    return () => {
      const id = this.#ids.get(key) ?? null;
      return id === null ? matchNone(reference.column) : sql`(${reference.column.sql} = ${id}::uuid)`;
    };
  }

  /** Looks up all collected names. Throws the first error in filter order. Adds the field's path to a BadUserInput. */
  async resolve(): Promise<void> {
    const wanted = [...this.#wanted];
    const results = await Promise.allSettled(wanted.map(([, { reference, ref }]) => reference.resolve(ref)));
    for (const [index, [key, { path }]] of wanted.entries()) {
      const result = results[index];
      if (result?.status === "fulfilled") this.#ids.set(key, result.value);
      else if (result?.reason instanceof BadUserInput) throw new BadUserInput(path, result.reason.message);
      else throw result?.reason;
    }
  }
}

/** Returns true for a Ref (a string, or an object with `name`), and false for a UUIDFilter. */
export function isDirectRef(value: unknown): boolean {
  return typeof value !== "object" || value === null || Object.hasOwn(value, "name");
}

/** Compiles a Ref. Uses a UUID as the id, and looks up any other Ref as a name. If `resolvesUuids` is true, looks up every Ref. */
export function compileRef(field: string, reference: Reference, value: unknown, path: string, names: NameLookups): () => Statement {
  const wrong = formats.ref.check(value);
  if (wrong !== undefined) throw new BadUserInput(path, `${path} ${wrong}, or a UUIDFilter.`);
  if (isUuid(value) && !reference.resolvesUuids) {
    const condition = sql`(${reference.column.sql} = ${value}::uuid)`;
    return () => condition;
  }
  const ref = value as NameRef;
  checkValue({ ...reference.column, kind: "text" }, nameOf(ref), path);
  return names.add(field, reference, ref, path);
}
