import { beforeAll, describe, expect, it } from "vitest";
import { checkSchema, type SchemaCheckOptions, type SchemaCheckResult } from "./check.js";
import { reportOf } from "./report.js";
import { codes, forms } from "./testing/subgraphs.js";
import type { KeyUse, UsageRecords } from "./usage-records.js";

const now = new Date("2026-11-28T12:00:00.000Z");

const use = (coordinate: string, keyName = "Shop"): KeyUse => ({
  ...{ coordinate, keyId: `id of ${keyName}`, keyName, endsWith: "wxyz", workspaceId: "w1", lastDay: "2026-11-27", count: 12 },
});

/** Creates usage records that contain `uses` and whose first day is `since`. */
function records(uses: readonly KeyUse[], since = "2026-10-20"): UsageRecords {
  return {
    recordedSince: async () => since,
    usesSince: async (from, coordinates = []) => uses.filter((one) => one.lastDay >= from && coordinates.includes(one.coordinate)),
  };
}

function check(from: string, to: string, options: Partial<SchemaCheckOptions> = {}) {
  expect(codes.sdl).toContain(from);
  const changed = { ...codes, sdl: codes.sdl.replace(from, to) };
  return checkSchema({ changed, deployed: [codes, forms], usage: records([]), days: 30, now, ...options });
}

// Each row: a change, the coordinate that a key uses, and the message of the change.
const breakingEdits: readonly [string, string, string, RegExp][] = [
  [", old: Int", "", "Code.old", /Field 'old'.* was removed/],
  ["page: Page", "page: Int", "Code.page", /Field 'Code.page' changed type/],
  ["note: String,", "", "MakeInput.note", /Input field 'note' was removed/],
  ["size: Int }", "size: Int! }", "MakeInput", /Input field 'MakeInput.size' changed type/],
  ["RED GREEN", "RED", "Color.GREEN", /Enum value 'GREEN' was removed/],
  ["implements Named ", "", "Code.title", /no longer implements 'Named'/],
  [", color: Color", ", size: Int!", "Query.code(color:)", /Argument 'color: Color' was removed/],
  [", color: Color", ", size: Int!", "Query.code", /Argument 'size: Int!' added/],
  [
    "Code @access(level: WRITE)",
    "Code @access(level: ADMIN)",
    "Mutation.create_code",
    /Access level of 'Mutation.create_code' changed from WRITE to ADMIN/,
  ],
  ["maxLength: 20", "maxLength: 10", "Query.code(text:)", /Constraint maxLength of 'Query.code\(text:\)' changed from 20 to 10/],
  ["maxLength: 50", 'maxLength: 50, pattern: "a+"', "MakeInput.title", /Constraint pattern of 'MakeInput.title' changed from none to a\+/],
];

describe("a breaking change", () => {
  let result: SchemaCheckResult;
  beforeAll(async () => {
    const sdl = breakingEdits.reduce((text, [from, to]) => text.replace(from, to), codes.sdl);
    const usage = records([...breakingEdits.map(([, , coordinate]) => use(coordinate, `key of ${coordinate}`)), use("Query.form")]);
    result = await checkSchema({ changed: { ...codes, sdl }, deployed: [codes, forms], usage, days: 30, now });
  });

  it("is refused if a key uses the changed part", () => {
    expect(result.isAllowed).toBe(false);
    expect(result.changes.filter(({ level }) => level === "breaking").map(({ message, use: found }) => `${found} ${message}`)).toHaveLength(
      breakingEdits.length,
    );
    expect(new Set(result.changes.filter(({ level }) => level === "breaking").map((change) => change.use))).toEqual(new Set(["used"]));
  });

  it.each(breakingEdits)("%s → %s names the key that uses %s", (_from, _to, coordinate, message) => {
    const change = result.changes.find((one) => message.test(one.message));
    expect(change?.keys).toContainEqual(use(coordinate, `key of ${coordinate}`));
    expect(reportOf(result)).toContain(
      `key of ${coordinate} (…wxyz, id of key of ${coordinate}) of workspace w1 used ${coordinate}. Requests: 12, last day: 2026-11-27`,
    );
    expect(result.changes.flatMap(({ keys }) => keys.map((key) => key.coordinate))).not.toContain("Query.form");
  });

  it("is safe if no key used the part for 30 days", async () => {
    const result = await check(", old: Int", "", { usage: records([use("Code.title")]) });
    expect(result).toMatchObject({ isAllowed: true, changes: [{ level: "breaking", use: "unused", keys: [] }] });
    expect(reportOf(result)).toContain("Breaking, but no key used it for 30 days: safe to remove");
  });

  it.each([
    ["without usage records", { usage: undefined }, "no usage records"],
    ["if the records do not cover 30 days", { usage: records([], "2026-11-01") }, "usage records since 2026-11-01, 30 days needed"],
  ])("is refused %s", async (_name, options, reason) => {
    const result = await check(", old: Int", "", options);
    expect(result).toMatchObject({ isAllowed: false, changes: [{ use: "unknown" }] });
    expect(reportOf(result)).toContain(reason);
  });

  it("is refused with a shorter period, if the records cover this period and a key used the part", async () => {
    const usage = records([use("Code.old")], "2026-11-01");
    expect(await check(", old: Int", "", { usage, days: 7 })).toMatchObject({ isAllowed: false });
    expect(await check(", page: Page", "", { usage, days: 7 })).toMatchObject({ isAllowed: true });
  });

  it("counts a key once, with its most recent use", async () => {
    const uses = [{ ...use("Code.old"), lastDay: "2026-11-20" }, use("Code.title"), use("Code.old", "Other")];
    const { changes } = await check("implements Named ", "", { usage: records(uses) });
    expect(changes.flatMap(({ keys }) => keys.map((key) => `${key.keyName} ${key.coordinate} ${key.lastDay}`))).toEqual([
      "Shop Code.title 2026-11-27",
      "Other Code.old 2026-11-27",
    ]);
  });
});

describe("a change that is not breaking", () => {
  it("is allowed: an added field and type, and relaxed rules", async () => {
    const sdl = codes.sdl
      .replace("type Page", "type More { a: Int, b: Int }\n  type Page")
      .replace(", old: Int", ", old: Int, more: More")
      .replace("maxLength: 50", "maxLength: 60")
      .replace("@access(level: WRITE)", "@access(level: READ)");
    const result = await check(codes.sdl, sdl, { usage: undefined });
    expect([result.isAllowed, result.changes.map(({ level }) => level)]).toEqual([true, ["safe", "safe", "safe"]]);
  });

  it("is dangerous but allowed: an added enum value", async () => {
    const { isAllowed, changes } = await check("RED GREEN", "RED GREEN BLUE", { usage: undefined });
    expect([isAllowed, changes.map(({ level }) => level)]).toEqual([true, ["dangerous"]]);
  });
});

describe("a schema is refused that", () => {
  it.each([
    ["does not compose", "total: Int, next: String }\n  enum", "total: [Int], next: String }\n  enum", "composition", /total/],
    ["is not valid SDL", "enum Color {", "enum Color", "composition", /Syntax Error/],
    ["adds a root field without @access", "type Mutation {", "type Mutation { open: Int", "access", /Mutation\.open has no @access/],
    ["is inconsistent with another subgraph", "total: Int, next", "total: Int!, next", "composition-hint", /INCONSISTENT_.*total/],
    [
      "deprecates a field without dates",
      "old: Int",
      'old: Int @deprecated(reason: "Use title.")',
      "deprecation",
      /Code\.old has no valid dates: "Use title\."/,
    ],
  ])("%s", async (_name, from, to, rule, message) => {
    const result = await check(from, to);
    expect(result.isAllowed).toBe(false);
    expect(result.refusals).toMatchObject([{ rule, message: expect.stringMatching(message) }]);
    expect(reportOf(result)).toContain("must not be deployed");
  });

  it("does not accept problems of the deployed schema as its own", async () => {
    const broken = { ...forms, sdl: forms.sdl.replace("type Query {", "type Query { open: Int").replace("total: Int,", "total: Int!,") };
    expect(await check("old: Int", "old: Int, more: Int", { deployed: [codes, broken] })).toMatchObject({ isAllowed: true, refusals: [] });
  });
});

it("accepts a deprecation with dates, and a new app", async () => {
  const dated = 'old: Int @deprecated(reason: "Use title. (since 2026-12-01, until 2027-06-30)")';
  expect(await check("old: Int", dated)).toMatchObject({ isAllowed: true, refusals: [] });
  expect(await checkSchema({ changed: forms, deployed: [codes], usage: undefined, days: 30, now })).toMatchObject({ isAllowed: true });
});

it("stops if the deployed subgraphs do not compose", async () => {
  const deployed = [codes, { ...forms, sdl: forms.sdl.replace("total: Int", "total: [Int]") }];
  await expect(checkSchema({ changed: codes, deployed, usage: undefined, days: 30, now })).rejects.toThrow(
    "The deployed subgraphs do not compose",
  );
});
