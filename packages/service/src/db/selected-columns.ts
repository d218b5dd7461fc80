import { selectColumns } from "./plain-row.js";
import type { Statement } from "./statement.js";

/** The fields that a GraphQL document selects, by the name of the object type. */
export type SelectedFields = ReadonlyMap<string, ReadonlySet<string>>;

interface Columns<Field extends string> {
  alias: string;
  /** All fields of the row. */
  fields: readonly Field[];
  /** Row fields that are always selected, by default only `rowId`. */
  always?: readonly Field[];
  /**
   * Maps a GraphQL field to the row fields that its resolver reads. Omit a GraphQL field that reads only the row field of the same name.
   */
  uses: Readonly<Record<string, readonly Field[]>>;
}

/** Returns the select list for the selected GraphQL fields. Without `selected`, returns all columns. */
export type ColumnSelector = (selected: ReadonlySet<string> | undefined) => Statement;

const nothing: ReadonlySet<string> = new Set();

/** The part of a request's context that contains the selected fields. */
export interface SelectionContext {
  selected?: SelectedFields | undefined;
}

/** Returns the fields of a type that the request selects. Returns undefined outside of a request. */
export function selectedOf({ selected }: SelectionContext, type: string): ReadonlySet<string> | undefined {
  return selected && (selected.get(type) ?? nothing);
}

/** Creates the ColumnSelector of a type. A GraphQL field selects all columns if it is not in `uses` and not a row field. */
export function columnSelector<Field extends string>({ alias, fields, always = ["rowId" as Field], uses }: Columns<Field>): ColumnSelector {
  const all = selectColumns(alias, fields);
  const names: ReadonlySet<string> = new Set(fields);
  const lists = new WeakMap<ReadonlySet<string>, Statement>();
  const listOf = (selected: ReadonlySet<string>): Statement => {
    const used = new Set<string>(always);
    for (const name of selected) for (const field of Object.hasOwn(uses, name) ? (uses[name] ?? []) : [name]) used.add(field);
    if ([...used].some((field) => !names.has(field))) return all;
    return selectColumns(
      alias,
      fields.filter((field) => used.has(field)),
    );
  };
  return (selected) => {
    if (!selected) return all;
    const known = lists.get(selected) ?? listOf(selected);
    lists.set(selected, known);
    return known;
  };
}
