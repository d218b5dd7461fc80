import { audit, record } from "./testing/audit.js";

const fixture = () => {
  const author = record("Author", { id: "1", name: "Ann", city: "Rome" });
  const film = record("Film", { id: "9", minutes: 90, title: "Film" });
  const book = record("Book", { id: "2", title: "Sea", author });
  const note = { text: "n", author, lines: [{ author }, { author: null }] };
  return { records: [author, book, film], root: { notes: [note], any: [book, film], books: [book] } };
};
const authors = `type Author @key(fields: "id") { id: ID!, name: String @shareable, city: String }`;

audit("@provides", [
  {
    name: "a field of an entity, on one path only",
    subgraphs: {
      authors,
      notes: `type Query { notes: [Note] } type Note { text: String, author: Author @provides(fields: "name"), lines: [Line] }
        type Line { author: Author } type Author @key(fields: "id") { id: ID!, name: String @external }`,
    },
    fixture,
    queries: ["{ notes { author { name } } }", "{ notes { author { name city } lines { author { name } } } }"],
  },
  {
    name: "nested fields in a list",
    subgraphs: {
      authors: `${authors} type Book @key(fields: "id") { id: ID!, title: String @shareable, author: Author @shareable }`,
      shop: `type Query { books: [Book] @provides(fields: "title author { name }") }
        type Book @key(fields: "id") { id: ID!, title: String @external, author: Author @external }
        type Author @key(fields: "id") { id: ID!, name: String @external }`,
    },
    fixture,
    queries: ["{ books { title author { name } } }", "{ books { title author { name city } } }"],
  },
  {
    name: "fields of a union's members",
    subgraphs: {
      films: `type Film @key(fields: "id") { id: ID!, title: String, minutes: Int } type Book @key(fields: "id") { id: ID!, title: String @shareable }`,
      shop: `type Query { any: [Media] @provides(fields: "... on Book { title }") } union Media = Book | Film
        type Book @key(fields: "id") { id: ID!, title: String @external } type Film @key(fields: "id") { id: ID! }`,
    },
    fixture,
    queries: ["{ any { ... on Book { title } ... on Film { title minutes } } }"],
  },
]);
