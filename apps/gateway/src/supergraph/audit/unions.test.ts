import { audit, record } from "./testing/audit.js";

const media = {
  search: `
    type Query { search: [Result!], one: Result }
    union Result = Book | Film | Note
    type Book @key(fields: "id") { id: ID!, title: String @shareable }
    type Film @key(fields: "id") { id: ID! }
    type Note { text: String!, about: Result }`,
  books: `
    type Query { shelf: [Shelved] }
    union Shelved = Book | Film
    type Book @key(fields: "id") { id: ID!, pages: Int, author: Author }
    type Author { name: String!, wrote: [Shelved!]! }
    type Film @key(fields: "id") { id: ID! }`,
  films: `
    type Film @key(fields: "id") { id: ID!, minutes: Int, author: String, book: Book }
    type Book @key(fields: "id") { id: ID!, title: String @shareable }`,
};
const fixture = () => {
  const book = record("Book", { id: "1", title: "Dune", pages: 600 });
  const film = record("Film", { id: "2", minutes: 155, author: "Denis", book });
  const note = { __typename: "Note", text: "see both", about: film };
  Object.assign(book, { author: { name: "Frank", wrote: [book, film] } });
  return { records: [book, film], root: { search: [book, note, film], one: note, shelf: [film, null, book] } };
};

audit("Unions", [
  {
    name: "members whose fields come from different subgraphs",
    subgraphs: media,
    fixture,
    queries: ["{ search { ... on Book { title pages } ... on Film { minutes } ... on Note { text } } }", "{ search { __typename } }"],
  },
  {
    name: "a union inside a member without a key",
    subgraphs: media,
    fixture,
    queries: ["{ one { ... on Note { text about { ... on Film { minutes book { title pages } } } } } }"],
  },
  {
    name: "two subgraphs with different unions of the same members",
    subgraphs: media,
    fixture,
    queries: ["{ shelf { __typename ... on Film { minutes } ... on Book { author { name wrote { ... on Film { minutes } } } } } }"],
  },
  {
    name: "fields of members with the same name and different types",
    subgraphs: media,
    fixture,
    queries: ["{ search { ... on Book { by: author { name } } ... on Film { author } } }"],
  },
  {
    name: "a union whose subgraphs have different members",
    subgraphs: {
      one: 'type Query { left: Item } union Item = A | B type A @key(fields: "id") { id: ID! } type B @key(fields: "id") { id: ID! }',
      two: 'type Query { right: Item } union Item = A | C type A @key(fields: "id") { id: ID!, name: String } type C { name: String }',
    },
    fixture: () => {
      const a = record("A", { id: "1", name: "a" });
      return { records: [a], root: { left: a, right: { __typename: "C", name: "c" } } };
    },
    queries: ["{ left { ... on A { name } ... on C { name } } right { __typename ... on C { name } ... on B { id } } }"],
  },
]);
