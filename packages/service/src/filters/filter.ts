import { BadUserInput } from "@offergraph/shared/errors/public-error";
import { isObject } from "@offergraph/shared/json/exact-json";
import { join, type Statement, sql } from "../db/statement.js";
import type { Column } from "./columns.js";
import { matchAll } from "./columns.js";
import { all, compileOperators, mapMembers } from "./operators.js";
import { compileRef, isDirectRef, NameLookups, type Reference } from "./reference.js";
import { boolean } from "./values.js";

/** Maximum number of conditions in a filter. Each operator, each member of `and` and `or`, and each `not` counts as one condition. */
export const maxConditions = 2_000;
/** Maximum nesting depth of a filter. */
export const maxNesting = 50;

/** A relation of a row to other records. Returns SQL that is true if at least one related record meets `condition`. */
export type Relation = (condition: Statement) => Statement;

/**
 * A field of a filter: a column, a reference, an `…Exists` flag, or a column of related records. The SQL condition of a flag is true or
 * false, never null. If a filter has several conditions on one relation, one related record must meet all conditions. For a relation,
 * `isNull` means that no related record exists.
 */
export type FilterField = OwnField | RelatedField;
type OwnField = { column: Column } | { exists: Statement } | { reference: Reference };
/**
 * If `resolve` is set, the field also accepts a Ref, as a `reference` does. A Ref and another condition can match different related
 * records.
 */
type RelatedField = { relation: Relation; column: Column; resolve?: Reference["resolve"] };
const isRelated = (field: FilterField): field is RelatedField => "relation" in field;

/** The fields of a filter type by SDL name. Omits `and`, `or` and `not`, which every filter type has. */
export type FilterShape = Readonly<Record<string, FilterField>>;

type Part = () => Statement;

class Compiler {
  readonly names = new NameLookups();
  #conditions = 0;

  constructor(readonly shape: FilterShape) {}

  filter(filter: unknown, path: string, depth: number): Part {
    if (depth > maxNesting) throw new BadUserInput(path, `${path} is nested too deeply. At most ${maxNesting} levels are allowed.`);
    const related = new Map<Relation, Statement[]>();
    const parts = mapMembers(filter, path, "a filter object", (key, value, keyPath) => this.#member(key, value, keyPath, depth, related));
    return () => all([...parts.map((part) => part()), ...[...related].map(([relation, conditions]) => relation(all(conditions)))]);
  }

  #member(key: string, value: unknown, path: string, depth: number, related: Map<Relation, Statement[]>): Part {
    if (key === "and" || key === "or") return this.#list(key, value, path, depth);
    if (key === "not") {
      this.#count(path);
      const part = this.filter(value, path, depth + 1);
      return () => sql`(NOT ${part()})`;
    }
    const field = Object.hasOwn(this.shape, key) ? this.shape[key] : undefined;
    if (!field) {
      const known = ["and", "or", "not", ...Object.keys(this.shape)].join(", ");
      throw new BadUserInput(path, `${path} is not a field of this filter. Allowed: ${known}.`);
    }
    if (isRelated(field)) {
      if (field.resolve && isDirectRef(value)) return this.#relatedRef(key, field, field.resolve, value, path);
      return this.#related(field, value, path, related);
    }
    return this.#field(key, field, value, path);
  }

  #related({ relation, column }: RelatedField, value: unknown, path: string, related: Map<Relation, Statement[]>): Part {
    const isNull = isObject(value) ? (value.isNull ?? undefined) : undefined;
    const operators = isNull === undefined ? value : { ...(value as object), isNull: undefined };
    const condition = compileOperators(column, operators, path, (at) => this.#count(at));
    if (condition !== matchAll) related.set(relation, [...(related.get(relation) ?? []), condition]);
    if (isNull === undefined) return () => matchAll;
    this.#count(`${path}.isNull`);
    const some = relation(matchAll);
    return boolean(isNull, `${path}.isNull`) ? () => sql`(NOT ${some})` : () => some;
  }

  #relatedRef(key: string, { relation, column }: RelatedField, resolve: Reference["resolve"], value: unknown, path: string): Part {
    this.#count(path);
    const part = compileRef(key, { column, resolve }, value, path, this.names);
    return () => relation(part());
  }

  #list(key: "and" | "or", value: unknown, path: string, depth: number): Part {
    if (!Array.isArray(value)) throw new BadUserInput(path, `${path} must be a list of filters.`);
    const parts = value.map((member: unknown, index) => {
      this.#count(`${path}.${index}`);
      return this.filter(member, `${path}.${index}`, depth + 1);
    });
    const compiled = () => parts.map((part) => part());
    if (key === "and") return () => all(compiled());
    return () => (parts.length === 0 ? matchAll : join(compiled(), " OR ", "(", ")"));
  }

  #field(key: string, field: OwnField, value: unknown, path: string): Part {
    const count = (countedPath: string): void => this.#count(countedPath);
    if ("exists" in field) {
      count(path);
      const condition = boolean(value, path) ? sql`(${field.exists})` : sql`(NOT (${field.exists}))`;
      return () => condition;
    }
    if ("reference" in field && isDirectRef(value)) {
      count(path);
      return compileRef(key, field.reference, value, path, this.names);
    }
    const column = "reference" in field ? field.reference.column : field.column;
    const condition = compileOperators(column, value, path, count);
    return () => condition;
  }

  #count(path: string): void {
    this.#conditions += 1;
    if (this.#conditions > maxConditions) throw new BadUserInput(path, `${path}: a filter may have at most ${maxConditions} conditions.`);
  }
}

/**
 * Compiles a filter to one boolean SQL expression; absent, null and empty filters compile to `TRUE`. Throws BadUserInput with the path,
 * which starts with `argument`, for example `filter.and.0.code.equalTo`.
 */
export async function compileFilter(shape: FilterShape, filter: object | null | undefined, argument: string): Promise<Statement> {
  if (filter === null || filter === undefined) return matchAll;
  const compiler = new Compiler(shape);
  const part = compiler.filter(filter, argument, 1);
  await compiler.names.resolve();
  return part();
}
