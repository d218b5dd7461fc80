import { randomFrom } from "./random-operation.js";

export interface HostileDocument {
  kind: string;
  query: string;
  variables?: Record<string, unknown>;
}

interface Dice {
  /** Returns a random integer from 1 to `maximum`. Large values are more likely. */
  upTo(maximum: number): number;
  pick<Item>(items: readonly Item[]): Item;
}

const repeat = (count: number, part: (index: number) => string, between = " ") =>
  Array.from({ length: count }, (_, index) => part(index)).join(between);
/** Builds a document. `root` is a unique alias, which prevents cache hits. */
type Make = (root: string, dice: Dice) => Omit<HostileDocument, "kind">;

const list = (root: string, inside: string, given = "") => `${root}: list_discount_codes${given} { nodes { ${inside} } }`;
const leaves = ["code", "title", "rowId", "status", "usageCount", "isPublic"];
const nest = (open: string, levels: number, close: string, inside = "{}") => open.repeat(levels) + inside + close.repeat(levels);
const withFilter = (root: string, filter: string) => ({ query: `{ ${list(root, "code", `(filter: ${filter})`)} }` });
const byVariable = (root: string, filter: unknown) => ({
  query: `query ($f: DiscountCodeFilter) { ${list(root, "code", "(filter: $f)")} }`,
  variables: { f: filter },
});

const literals: Record<string, Make> = {
  "nested literal": (root, { upTo, pick }) => {
    const [open, most, close] = pick([
      ["{or:[", 60, "]}"],
      ["{not:", 70, "}"],
      ["[", 400, "]"],
    ] as const);
    return withFilter(root, nest(open, upTo(most), close));
  },
  "wide literal": (root, { upTo, pick }) =>
    withFilter(root, `{ or: [${pick(["{} ", "{or:[]} ", "{code:{in:[1]}} ", "null ", "x "]).repeat(upTo(600))}] }`),
  "nested literal of wrong types": (root, { upTo }) => withFilter(root, `{ code: { equalTo: ${nest("[{a:", upTo(30), "}]", "1")} } }`),
  "nested default value": (root, { upTo }) => ({
    query: `query ($f: DiscountCodeFilter = ${nest("{or:[", upTo(31), "]}")}) { ${list(root, "code", "(filter: $f)")} }`,
  }),
  "literals with variables": (root, { upTo }) => ({
    query: `query ($c: String) { ${list(root, "code", `(filter: ${nest("{or:[", upTo(30), "]}", "{code:{equalTo:$c}}")})`)} }`,
    variables: { c: "a" },
  }),
  "long texts": (root, { upTo, pick }) =>
    withFilter(
      root,
      `{ code: { equalTo: ${pick(['"', '"""'])}${pick(["a", "\\\\u0041", "é", " \\n", '\\\\"']).repeat(upTo(150_000))}` +
        pick(['"', '"""', ""]) +
        " } }",
    ),
  "long numbers": (root, { upTo, pick }) =>
    withFilter(root, `{ usageCount: { in: [${repeat(upTo(50), () => pick(["1", "-", "1.", "1e"]) + "9".repeat(upTo(5_000)))}] } }`),
};

const selections: Record<string, Make> = {
  "nested selections": (root, { upTo, pick }) => ({
    query: `{ ${list(root, nest(pick(["partner {", "placements {", "... {", "... on DiscountCode {"]), upTo(100), "}", "code"))} }`,
  }),
  "repeated fields": (root, { upTo, pick }) => ({
    query: `{ ${list(root, `${pick(["code ", "partner { name } ", "... { code } ", "aliasedCodes { code } ", "__typename "])}`.repeat(upTo(600)))} }`,
  }),
  "repeated roots": (root, { upTo }) => ({ query: `{ ${repeat(upTo(200), () => list(root, "code"))} }` }),
  aliases: (root, { upTo, pick }) => ({
    query: `{ ${list(
      root,
      repeat(upTo(600), (index) => `a${index}: ${pick([...leaves, "__typename"])}`),
    )} }`,
  }),
  "aliased roots": (root, { upTo }) => ({ query: `{ ${repeat(upTo(60), (index) => list(`${root}_${index}`, leaves.join(" ")))} }` }),
  "wide places": (root, { upTo }) => ({
    query: `{ ${repeat(upTo(15), (index) => list(`${root}_${index}`, `${leaves.join(" ")} placements { ${repeat(upTo(8), (at) => `p${at}: rowId`)} } partner { name rowId }`))} }`,
  }),
  "unknown fields": (root, { upTo }) => ({
    query: `{ ${list(
      root,
      repeat(upTo(900), (index) => `cod${"e".repeat(index % 40)}${index}`),
    )} }`,
  }),
  "long names": (root, { upTo, pick }) => ({ query: `{ ${list(root, `${"n".repeat(upTo(200_000))}${pick(["", ": code"])}`)} }` }),
  introspection: (root, { upTo, pick }) => ({
    query: `{ ${root}: __schema { types { ${nest(pick(["fields { type {", "ofType { fields { type {", "interfaces { possibleTypes {"]), upTo(12), "}}", "name")} } } }`,
  }),
  "introspection of all types": (root, { upTo, pick }) => ({
    query: `{ ${root}: __schema { types { name fields(includeDeprecated: true) { name args { name type { ${nest("ofType {", upTo(15), "}", "name")} } } } } } ${pick(["", 'b: __type(name: "DiscountCode") { name }'])} }`,
  }),
};

const documents: Record<string, Make> = {
  "chained fragments": (root, { upTo }) => {
    const count = upTo(180);
    return {
      query: `{ ${list(root, "...F0")} } ${repeat(count, (index) => `fragment F${index} on DiscountCode { ${leaves[index % 6]} ...F${index + 1} }`)} fragment F${count} on DiscountCode { code }`,
    };
  },
  "fragments side by side": (root, { upTo }) => {
    const count = upTo(150);
    return {
      query: `{ ${list(
        root,
        repeat(count, (index) => `...F${index}`),
      )} } ${repeat(count, (index) => `fragment F${index} on DiscountCode { ${leaves[index % 6]} }`)}`,
    };
  },
  "exponential fragments": (root, { upTo, pick }) => {
    const [count, width] = [upTo(60), 1 + upTo(4)];
    const inside = pick([
      (index: number) => `...F${index} `.repeat(width),
      (index: number) => repeat(width, (at) => `a${at}: partner { ...G${index} }`),
    ]);
    return {
      query: `{ ${list(root, "...F0")} } ${repeat(count, (index) => `fragment F${index} on DiscountCode { ${inside(index + 1)} code }`)} fragment F${count} on DiscountCode { code }`,
    };
  },
  "cyclic fragments": (root, { upTo, pick }) => {
    const count = upTo(100);
    return {
      query: `{ ${list(root, "...F0")} } ${repeat(count, (index) => `fragment F${index} on DiscountCode { code ...F${(index + pick([1, 2, 7])) % count} }`)}`,
    };
  },
  "unused fragments": (root, { upTo }) => ({
    query: `{ ${list(root, "code")} } ${repeat(upTo(150), (index) => `fragment F${index} on DiscountCode { code ...F${index + 1} }`)}`,
  }),
  "many operations": (root, { upTo }) => ({
    query: `${repeat(upTo(90), (index) => `query Q${index} { ...R }`)} fragment R on Query { ${list(root, leaves.join(" "))} }`,
  }),
  directives: (root, { upTo, pick }) => ({
    query: `{ ${list(root, `code ${pick(["@include(if: true) ", "@skip(if: false) ", "@nothing ", "@deprecated "]).repeat(upTo(350))}`)} }`,
  }),
  conditions: (root, { upTo }) => {
    const count = upTo(90);
    const names = Array.from({ length: count }, (_, index) => `x${index}`);
    return {
      query: `query (${names.map((name) => `$${name}: Boolean!`).join(" ")}) { ${list(root, names.map((name, index) => `... @include(if: $${name}) { ${leaves[index % 6]} }`).join(" "))} }`,
      variables: Object.fromEntries(names.map((name, index) => [name, index % 2 === 0])),
    };
  },
  variables: (root, { upTo, pick }) => ({
    query: `query (${repeat(upTo(350), (index) => `$x${index}: ${pick(["Int", "[[Int]]", "Nothing", "DiscountCodeFilter"])}`)}) { ${list(root, "code")} }`,
  }),
  comments: (root, { upTo, pick }) => ({
    query: `{ ${list(root, "code")} }${pick(["#\n", "# {[(\n", "#\r", ",", " ", "\n", "\uFEFF"]).repeat(upTo(300_000))}`,
  }),
  tokens: (root, { upTo, pick }) => ({
    query: `{ ${list(
      root,
      repeat(upTo(3_000), () => pick(["{", "}", "(", ")", "[", "$", "...", "code", "on", "1", ":", "@", "!", '"'])),
    )} }`,
  }),
};

const json: Record<string, Make> = {
  "nested JSON": (root, { upTo, pick }) => {
    const [open, close] = pick([
      ['{"or":[', "]}"],
      ['{"not":', "}"],
      ["[", "]"],
    ] as const);
    return byVariable(root, JSON.parse(nest(open, upTo(5_000), close)));
  },
  "wide JSON": (root, { upTo, pick }) => byVariable(root, { or: Array(upTo(80_000)).fill(pick([{}, null, 1, { code: {} }, { or: [] }])) }),
  "JSON with many keys": (root, { upTo }) =>
    byVariable(root, Object.fromEntries(Array.from({ length: upTo(30_000) }, (_, index) => [`k${index}`, index]))),
  "JSON of wrong types": (root, { upTo, pick }) => byVariable(root, { code: { in: Array(upTo(9_000)).fill(pick([{}, 1, [], true])) } }),
  "long JSON texts": (root, { upTo }) => byVariable(root, { code: { in: Array(upTo(50)).fill("x".repeat(upTo(15_000))) } }),
};

const kinds = Object.entries({ ...literals, ...selections, ...documents, ...json });

/** Generates a document whose processing is expensive. `attempt` changes only the alias of the document. */
export function hostileDocument(seed: number, attempt = 0): HostileDocument {
  const random = randomFrom(seed);
  const [kind, make] = kinds[Math.floor(random() * kinds.length)] as [string, Make];
  const dice: Dice = {
    upTo: (maximum) => 1 + Math.floor(Math.sqrt(random()) * maximum),
    pick: (items) => items[Math.floor(random() * items.length)] as never,
  };
  return { kind, ...make(`s${seed}_${attempt}`, dice) };
}
