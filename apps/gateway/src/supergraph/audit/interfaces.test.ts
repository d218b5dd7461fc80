import { audit, record } from "./testing/audit.js";

const shapes = {
  geometry: `
    type Query { shapes: [Shape!]!, first: Shape, named: [Named] }
    interface Named { name: String! }
    interface Shape implements Named { id: ID!, name: String! }
    type Circle implements Shape & Named @key(fields: "id") { id: ID!, name: String!, radius: Int, inner: Shape }
    type Square implements Shape & Named @key(fields: "id") { id: ID!, name: String!, side: Int }`,
  colors: `
    type Circle @key(fields: "id") { id: ID!, color: String, twin: Circle }
    type Square @key(fields: "id") { id: ID!, color: String }`,
};
const shapeFixture = () => {
  const square = record("Square", { id: "2", name: "square", side: 4, color: "red" });
  const circle = record("Circle", { id: "1", name: "circle", radius: 3, color: "blue", inner: square });
  Object.assign(circle, { twin: circle });
  return { records: [circle, square], root: { shapes: [circle, square, circle], first: circle, named: [square, null, circle] } };
};

const entityInterface = {
  store: `
    type Query { products: [Product!]! }
    interface Product { id: ID!, price: Int }
    type Book implements Product @key(fields: "id") { id: ID!, price: Int, pages: Int }
    type Toy implements Product @key(fields: "id") { id: ID!, price: Int, age: Int }`,
  reviews: `
    type Query { reviewed: [Product] }
    interface Product { id: ID!, reviews: [Review!] }
    type Review { text: String!, product: Product }
    type Book implements Product @key(fields: "id") { id: ID!, reviews: [Review!] }
    type Toy implements Product @key(fields: "id") { id: ID!, reviews: [Review!] }`,
};
const productFixture = () => {
  const book = record("Book", { id: "1", price: 10, pages: 300 });
  const toy = record("Toy", { id: "2", price: 20, age: 3 });
  Object.assign(book, { reviews: [{ text: "good", product: toy }] });
  Object.assign(toy, {
    reviews: [
      { text: "fun", product: book },
      { text: "loud", product: null },
    ],
  });
  return { records: [book, toy], root: { products: [book, toy], reviewed: [toy, book] } };
};

audit("Interfaces", [
  {
    name: "fields of one implementation from another subgraph",
    subgraphs: shapes,
    fixture: shapeFixture,
    queries: ["{ shapes { id name ... on Circle { color } } }", "{ first { ... on Circle { color twin { color radius } } } }"],
  },
  {
    name: "the same field of each implementation from another subgraph",
    subgraphs: shapes,
    fixture: shapeFixture,
    queries: ["{ shapes { __typename ... on Circle { color } ... on Square { color side } } }"],
  },
  {
    name: "an interface that implements another interface",
    subgraphs: shapes,
    fixture: shapeFixture,
    queries: [
      "{ named { name ... on Shape { id } ... on Circle { color } } }",
      "{ named { ... on Named { ... on Shape { ... on Square { color name } } } } }",
    ],
  },
  {
    name: "an interface inside an implementation",
    subgraphs: shapes,
    fixture: shapeFixture,
    queries: ["{ shapes { ... on Circle { inner { name ... on Square { color } } twin { inner { ... on Square { color } } } } } }"],
  },
  {
    name: "two subgraphs that define different fields of an interface",
    subgraphs: entityInterface,
    fixture: productFixture,
    queries: [
      "{ products { id price reviews { text } } }",
      "{ reviewed { price reviews { product { price ... on Book { pages } } } } }",
      "{ products { ... on Toy { age reviews { product { __typename id } } } } }",
    ],
  },
  {
    name: "abstract types without __typename in the query",
    subgraphs: entityInterface,
    fixture: productFixture,
    queries: ["{ products { ... on Product { ... on Book { pages } } } }", "{ reviewed { ... on Product { ... on Toy { age } price } } }"],
  },
]);
