import { audit, record } from "./testing/audit.js";

const subgraphs = {
  a: `
    type Query { grid: [[Cell]], strict: [[Cell!]!], rows: [Row!]!, cells: [Cell!], gone: Cell }
    type Row { cells: [[[Cell]]], first: Cell }
    type Cell @key(fields: "id") { id: ID!, name: String }`,
  b: `
    type Cell @key(fields: "id") { id: ID!, value: Int, sure: Int!, near: [[Cell!]] }`,
};
const fixture = () => {
  const cells = [1, 2, 3, 4].map((index) =>
    record("Cell", { id: `${index}`, name: `c${index}`, value: index % 2 ? index : null, sure: index * 10 }),
  );
  const [one, two, three, four] = cells;
  for (const cell of cells) Object.assign(cell, { near: [[one, two], null, []] });
  const broken = record("Cell", { id: "5", name: "c5", value: 5, sure: null, near: null });
  return {
    records: [...cells, broken],
    root: {
      grid: [[one, null, two], null, [], [three, one]],
      strict: [[one, two], [], [four]],
      rows: [
        { cells: [[[one, null], null], null, [[two]]], first: null },
        { cells: null, first: three },
      ],
      cells: [one, two, one, one],
      gone: broken,
    },
  };
};

audit("Lists and null entities", [
  {
    name: "entities in lists of lists, with nulls",
    subgraphs,
    fixture,
    queries: ["{ grid { value name } }", "{ strict { value } }", "{ rows { cells { value sure } first { value } } }"],
  },
  {
    name: "lists of lists from the second subgraph, whose items come from the first subgraph",
    subgraphs,
    fixture,
    queries: ["{ cells { near { name } } }", "{ grid { near { name near { value } } } }"],
  },
  {
    name: "the same entity at several places",
    subgraphs,
    fixture,
    queries: ["{ cells { value } grid { value } strict { name near { name } } }", "{ a: cells { x: value } b: cells { x: sure } }"],
  },
  {
    name: "a null in a non-null field, which propagates",
    subgraphs,
    fixture,
    queries: ["{ gone { name sure } }", "{ gone { name } cells { sure } }", "{ gone { near { name } value } }"],
  },
  {
    name: "a null in a non-null field, which propagates through lists",
    subgraphs,
    fixture: () => {
      const given = fixture();
      const broken = given.records[4];
      return {
        ...given,
        root: { ...given.root, grid: [[given.records[0], broken]], strict: [[given.records[0]], [broken]], cells: [broken] },
      };
    },
    queries: ["{ grid { name sure } }", "{ strict { name sure } }", "{ cells { sure } grid { sure value } }"],
  },
]);
