import { type Statement, sql } from "../database/statement.js";
import { BadUserInput } from "../errors/public-error.js";
import { formats, isUuid } from "../schema/formats.js";
import type { Column } from "./columns.js";
import { never } from "./truth.js";
import { checkValue } from "./values.js";

/** How many different names one filter may have looked up. */
export const maxNames = 100;

/** What a record can be referred to by, when not by its id (api.md 2.1). */
export type NameRef = string | { name: string };

/** A field that takes a Ref or PartnerRef directly, or a UUIDFilter (api.md 2.14). */
export interface Reference {
  /** The uuid column that the reference is compared with. */
  column: Column;
  /**
   * Finds the id of the record that goes by this name in the workspace; null when none does (the field then matches nothing).
   * Throws BadUserInput when more than one does. Called for all names of a filter at once: batch it.
   */
  resolve(ref: NameRef): Promise<string | null>;
}

interface PendingName {
  path: string;
  id: Promise<string | null>;
}

/** The names that a filter refers to: collected while it is compiled, looked up together afterwards, each once. */
export class NameLookups {
  readonly #wanted = new Map<string, { reference: Reference; ref: NameRef; path: string }>();
  readonly #ids = new Map<string, string | null>();

  /** Remembers a name. The returned function gives the condition, once `resolve` is through. */
  add(field: string, reference: Reference, ref: NameRef, path: string): () => Statement {
    const key = JSON.stringify([field, ref]);
    if (!this.#wanted.has(key)) this.#wanted.set(key, { reference, ref, path });
    if (this.#wanted.size > maxNames)
      throw new BadUserInput(path, `${path} is one name too many: a filter may refer to at most ${maxNames} records by name, use ids.`);
    return () => {
      const id = this.#ids.get(key) ?? null;
      return id === null ? never(reference.column) : sql`(${reference.column.sql} = ${id}::uuid)`;
    };
  }

  /** Looks all of them up. Throws the first error, in the filter's order; BadUserInput with the path of the field. */
  async resolve(): Promise<void> {
    const pending: [string, PendingName][] = [...this.#wanted].map(([key, { reference, ref, path }]) => [
      key,
      { path, id: reference.resolve(ref) },
    ]);
    const results = await Promise.allSettled(pending.map(([, { id }]) => id));
    for (const [index, [key, { path }]] of pending.entries()) {
      const result = results[index];
      if (result?.status === "fulfilled") this.#ids.set(key, result.value);
      else if (result?.reason instanceof BadUserInput) throw new BadUserInput(path, result.reason.message);
      else throw result?.reason;
    }
  }
}

/** Whether a value is meant as a Ref, not as a UUIDFilter: a text, or an object with a name. */
export function isDirectRef(value: unknown): boolean {
  return typeof value !== "object" || value === null || Object.hasOwn(value, "name");
}

/** The condition of a Ref that was given directly: a text of UUID form is an id, everything else is looked up. */
export function compileRef(field: string, reference: Reference, value: unknown, path: string, names: NameLookups): () => Statement {
  const wrong = formats.ref.check(value);
  if (wrong !== undefined) throw new BadUserInput(path, `${path} ${wrong}, or a UUIDFilter.`);
  if (isUuid(value)) {
    const condition = sql`(${reference.column.sql} = ${value}::uuid)`;
    return () => condition;
  }
  const ref = value as NameRef;
  checkValue({ ...reference.column, kind: "text" }, typeof ref === "string" ? ref : ref.name, path);
  return names.add(field, reference, ref, path);
}
