import { table } from "./generated/table.js";

export interface Operation {
  /** The operation's name in GraphQL, for example `list_partners`. */
  name: string;
  /**
   * `!` marks a mutation. `?` marks a query that returns one value, `*` a query that returns a list, and `+` a query that returns a
   * paginated list.
   */
  kind: "?" | "*" | "+" | "!";
  /** GraphQL types of the operation's arguments, by argument name. */
  arguments: ReadonlyMap<string, string>;
  /** Returns the default selection, for example `{ rowId name }`. Returns "" if the result has no fields. */
  selection(): string;
}

/** Returns the operations of the generated table (scripts/sdk/table.ts) by method name. */
export function readTable(text: string = table): Map<string, Operation> {
  const [operations = "", selections = ""] = text.split("\n\n");
  const sets = selections.split("\n");
  const expand = (set: string): string => `{ ${set.replace(/#(\w+)/g, (_, number: string) => ` ${numbered(number)}`)} }`;
  const numbered = (number: string): string => expand(sets[Number.parseInt(number, 36)] ?? "");
  return new Map(
    operations.split("\n").map((line) => {
      const [, name = "", kind, given = "", set = ""] = /^(\w+)(.)(.*)\|(\w*)$/.exec(line) ?? [];
      const types = given === "" ? [] : given.split(",").map((one) => one.split(":") as [string, string]);
      const selection = () => (set === "" ? "" : numbered(set));
      return [methodName(name), { name, kind: kind as Operation["kind"], arguments: new Map(types), selection }];
    }),
  );
}

const methodName = (name: string): string => name.replace(/_+([a-z0-9])/gi, (_, letter: string) => letter.toUpperCase());
