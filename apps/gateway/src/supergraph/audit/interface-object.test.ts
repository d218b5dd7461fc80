import { audit, record } from "./testing/audit.js";

const media = {
  catalog: `
    type Query { media: [Media], one: Media, books: [Book] }
    interface Media @key(fields: "id") { id: ID!, title: String! }
    type Book implements Media @key(fields: "id") { id: ID!, title: String!, pages: Int }
    type Film implements Media @key(fields: "id") { id: ID!, title: String!, minutes: Int }`,
  reviews: `
    type Query { reviewed: [Media], top: Media! }
    type Media @key(fields: "id") @interfaceObject { id: ID!, stars: Int, reviews: [Review!]!, related: [Media] }
    type Review { text: String!, about: Media! }`,
};
const fixture = () => {
  const interfaces = ["Media"];
  const book = record("Book", { id: "1", title: "Sea", pages: 10, stars: 5, interfaces });
  const film = record("Film", { id: "2", title: "Sky", minutes: 90, stars: null, interfaces });
  Object.assign(book, { reviews: [{ text: "good", about: book }], related: [film, null] });
  Object.assign(film, { reviews: [], related: [book, film] });
  const root = { media: [book, film, null], one: film, books: [book], reviewed: [film, book], top: book };
  return { records: [book, film], root };
};
const failing = () => {
  const given = fixture();
  for (const one of given.records)
    Object.assign(one, {
      stars() {
        throw Object.assign(new Error(`no stars for ${one.id}`), { extensions: { code: "NO_STARS" } });
      },
    });
  return given;
};

audit("@interfaceObject", [
  {
    name: "fields of the interface object for abstract values",
    subgraphs: media,
    fixture,
    queries: ["{ media { title stars } }", "{ media { stars } }", "{ one { reviews { text } } }"],
  },
  {
    name: "fields of the interface object for concrete values",
    subgraphs: media,
    fixture,
    queries: ["{ books { stars pages } }", "{ media { ... on Book { stars } ... on Film { minutes } } }"],
  },
  {
    name: "root fields of the subgraph with the interface object",
    subgraphs: media,
    fixture,
    queries: ["{ reviewed { id stars } }", "{ reviewed { title } }", "{ top { title stars related { title } } }"],
  },
  {
    name: "__typename of values from the interface object",
    subgraphs: media,
    fixture,
    queries: ["{ reviewed { __typename id } }", "{ top { kind: __typename } }", "{ top { reviews { about { __typename title } } } }"],
  },
  {
    name: "fragments on implementations for values from the interface object",
    subgraphs: media,
    fixture,
    queries: [
      "{ reviewed { ... on Book { pages } ... on Film { minutes stars } } }",
      "{ reviewed { id ... on Book { id } } }",
      "{ top { related { ... on Media { ... on Film { minutes } } } } }",
      "{ reviewed { ... on Film { id: title title: id } } }",
    ],
  },
  {
    name: "errors and nulls in fields of the interface object",
    subgraphs: media,
    fixture: failing,
    queries: ["{ media { title stars } }", "{ reviewed { stars ... on Book { pages } } }", "{ books { stars } }"],
  },
  {
    name: "two interface objects of the same interface",
    subgraphs: {
      ...media,
      prices: `type Query { priced: [Media] } type Media @key(fields: "id") @interfaceObject { id: ID!, price: Int }`,
    },
    fixture: () => {
      const given = fixture();
      for (const one of given.records) Object.assign(one, { price: 3 });
      return { ...given, root: { ...given.root, priced: given.records } };
    },
    queries: [
      "{ priced { price stars } }",
      "{ priced { __typename stars title } }",
      "{ reviewed { price ... on Film { minutes price } } }",
    ],
  },
  {
    name: "a field of the interface object that requires a field of the interface",
    subgraphs: {
      catalog: media.catalog,
      shelf: `type Query { shelved: [Media] }
        type Media @key(fields: "id") @interfaceObject { id: ID!, title: String! @external, shelf: String @requires(fields: "title") }`,
    },
    fixture: () => {
      const given = fixture();
      for (const one of given.records)
        Object.assign(one, {
          shelf(this: { title: string }) {
            return this.title.slice(0, 1);
          },
        });
      return { ...given, root: { ...given.root, shelved: given.records } };
    },
    queries: ["{ media { shelf } }", "{ shelved { shelf } }", "{ shelved { shelf ... on Book { pages } } }", "{ books { shelf } }"],
  },
  {
    name: "an interface object without a subgraph that has the interface",
    subgraphs: {
      reviews: media.reviews,
    },
    refused: /Type "Media" is declared with @interfaceObject in all the subgraphs/,
  },
  {
    name: "an interface whose key cannot find all implementations",
    subgraphs: {
      catalog: `type Query { media: [Media] } interface Media @key(fields: "id") { id: ID!, title: String! }
        type Book implements Media @key(fields: "id") { id: ID!, title: String! }
        type Film implements Media { id: ID!, title: String! }`,
      reviews: media.reviews,
    },
    refused: /\[catalog\] Key .* on interface type "Media" is missing on implementation type "Film"/,
  },
]);
