import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parse, validate } from "graphql";
import { beforeAll, describe, expect, it } from "vitest";
import { describeOperations } from "../../../scripts/sdk/operations.js";
import { readOperations, type Source } from "../../../scripts/sdk/read-operations.js";
import { describeSchema } from "../../../scripts/sdk/schema.js";
import { tableOf } from "../../../scripts/sdk/table.js";
import { documentOf } from "./document.js";
import { readTable } from "./table.js";

const apps = new URL("../../../apps/", import.meta.url);
const subgraphs = readdirSync(apps).flatMap((name) => {
  try {
    return [{ name, sdl: readFileSync(new URL(`${name}/schema.graphql`, apps), "utf8") }];
  } catch {
    return [];
  }
});

const added = `
"A store's badge."
type Badge @key(fields: "rowId") { rowId: UUID! name: String! partner: Partner notes: [String!] things: [Thing!]! secret(key: String!): String }
union Thing = Badge | Sticker
type Sticker { rowId: UUID! }
type BadgeConnection { nodes: [Badge!]! pageInfo: PageInfo! totalCount: Int }
type AddBadgePayload { badge: Badge secret: String userErrors: [UserError!]! }
input AddBadgeInput { name: String! color: BadgeColor = RED bornAt: Datetime }
enum BadgeColor { RED BLUE }
extend type Query {
  "Lists the badges."
  list_badges(colors: [BadgeColor!], first: Int, after: Cursor): BadgeConnection @access(level: READ)
  count_badges: Int @access(level: READ)
  get_badge_names(id: UUID!): [String!] @access(level: READ)
  get_things: [Thing!] @access(level: READ)
}
extend type Mutation { add_badge(input: AddBadgeInput!): AddBadgePayload @access(level: WRITE) }
`;

let source: Source;
let table: ReturnType<typeof readTable>;
beforeAll(() => {
  source = readOperations(subgraphs.map(({ name, sdl }) => ({ name, sdl: name === "discounts" ? sdl + added : sdl })));
  const [, text = ""] = /= (".*");\n$/.exec(tableOf(source.operations)) ?? [];
  table = readTable(JSON.parse(text));
});

it("writes valid documents for all operations", () => {
  expect(table.size).toBe(source.operations.length);
  for (const operation of table.values()) {
    const document = documentOf(operation, [...operation.arguments.keys()], undefined, operation.name === "list_badges");
    expect(validate(source.schema, parse(document)), document).toEqual([]);
  }
});

describe("an operation that a service adds", () => {
  const documentFor = (method: string, ...given: string[]) => {
    const operation = table.get(method);
    return operation && documentOf(operation, given);
  };

  it("becomes a method that sends the default fields", () => {
    expect(documentFor("listBadges", "colors")).toMatch(
      /^query list_badges\(\$colors: \[BadgeColor!\]\) \{ list_badges\(colors: \$colors\) \{ nodes \{ rowId name .*\} pageInfo \{ hasNextPage endCursor \} \} \}$/,
    );
    expect(documentFor("addBadge", "input")).toMatch(
      /\{ add_badge\(input: \$input\) \{ badge \{.*\} secret userErrors \{ field message code \} \} \}$/,
    );
    expect(documentFor("countBadges")).toBe("query count_badges { count_badges }");
    expect(documentFor("getThings")).toContain("...on Sticker { rowId }");
  });

  it("has types and comments", () => {
    const operations = describeOperations(source);
    const line = (start: string) =>
      operations
        .split("\n")
        .find((one) => one.trim().startsWith(start))
        ?.trim();
    expect(line("listBadges")).toBe(
      "listBadges<const F extends Schema.BadgeFields = never>(args?: ListBadgesArguments, options?: ListOptions<F, Schema.BadgeFields>): PagePromise<Select<Schema.Badge, F, ListBadgesResult>>;",
    );
    expect(line("addBadge")).toContain("(input: Schema.AddBadgeInput, options?: MutationOptions<F, Schema.AddBadgePayloadFields>)");
    expect(line("countBadges")).toBe("countBadges(args?: CountBadgesArguments, options?: Options<never, never>): Promise<number | null>;");
    expect(line("getBadgeNames")).toContain("Promise<Array<string> | null>");
    expect(line("export type GetThingsResult")).toBe('export type GetThingsResult = ({ __typename: "Badge" } & {');
    expect(operations).toContain("   * Lists the badges.\n   *\n   * Access level: READ.");
    const schema = describeSchema(source);
    expect(schema).toContain('export type BadgeColor = "RED" | "BLUE";');
    expect(schema).toContain(
      "export interface AddBadgeInput {\n  name: string;\n  color?: BadgeColor | null;\n  bornAt?: DatetimeInput | null;\n}",
    );
    expect(schema).toContain("export interface AddBadgePayload {\n  badge: Badge;\n  secret: string | null;\n}");
    expect(schema).toMatch(
      /export interface BadgeFields \{\n {2}rowId\?: true;[^}]*partner\?: PartnerFields;[^}]*things\?: ThingFields;\n\}/,
    );
    expect(schema).toContain('export type Thing = ({ __typename: "Badge" } & Badge) | ({ __typename: "Sticker" } & Sticker);');
  });
});

it("the build replaces the files of the previous build so that each entry point always finds its chunk", async () => {
  // Imports `replace-files.mjs` by URL, because it has no TypeScript types.
  const { replaceFiles } = await import(new URL("../../../scripts/replace-files.mjs", import.meta.url).href);
  const folder = mkdtempSync(path.join(tmpdir(), "offergraph-build-"));
  const [draft, dist] = [path.join(folder, "dist/.draft"), path.join(folder, "dist")];
  mkdirSync(draft, { recursive: true });
  const write = (target: string, chunk: string) => {
    for (const entry of ["index.js", "ingest.js"]) writeFileSync(path.join(target, entry), chunk);
    writeFileSync(path.join(target, chunk), "");
  };
  write(dist, "chunk-old.js");
  write(draft, "zchunk-new.js");
  let isDone = false;
  let checks = 0;
  const check = () => {
    for (const entry of ["index.js", "ingest.js"])
      expect(existsSync(path.join(dist, readFileSync(path.join(dist, entry), "utf8")))).toBe(true);
    checks += 1;
  };
  const watching = (async () => {
    for (; !isDone; await new Promise(setImmediate)) check();
  })();
  await replaceFiles(draft, dist);
  isDone = true;
  await watching;
  expect(checks).toBeGreaterThan(1);
  expect(readdirSync(dist).sort()).toEqual(["index.js", "ingest.js", "zchunk-new.js"]);
  rmSync(folder, { recursive: true });
});
