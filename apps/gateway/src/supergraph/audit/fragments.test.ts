import { audit, record } from "./testing/audit.js";

const subgraphs = {
  zoo: `
    type Query { animals: [Animal!]!, pet: Pet, owners: [Owner] }
    interface Animal { id: ID!, name: String }
    interface Wild { id: ID!, danger: Int }
    type Cat implements Animal & Wild @key(fields: "id") { id: ID!, name: String, danger: Int, owner: Owner }
    type Dog implements Animal @key(fields: "id") { id: ID!, name: String, owner: Owner }
    union Pet = Cat | Dog
    type Owner @key(fields: "id") { id: ID!, pets: [Pet!] }`,
  vet: `
    type Cat @key(fields: "id") { id: ID!, weight: Float, friend: Dog }
    type Dog @key(fields: "id") { id: ID!, weight: Float, tricks: [String!] }
    type Owner @key(fields: "id") { id: ID!, phone: String }`,
};
const fixture = () => {
  const owner = record("Owner", { id: "o", phone: "1" });
  const dog = record("Dog", { id: "d", name: "Rex", owner, weight: 9.5, tricks: ["sit"] });
  const cat = record("Cat", { id: "c", name: "Tom", danger: 3, owner, weight: 4, friend: dog });
  Object.assign(owner, { pets: [cat, dog] });
  return { records: [owner, dog, cat], root: { animals: [cat, dog], pet: dog, owners: [owner, null] } };
};

audit("Fragments", [
  {
    name: "nested fragments on interfaces, unions and types",
    subgraphs,
    fixture,
    queries: [
      "{ animals { ... on Wild { ... on Animal { ... on Cat { weight } } danger } } }",
      "{ pet { ... on Animal { name ... on Pet { ... on Dog { tricks } } } } }",
      "{ owners { pets { ... on Animal { id } ... on Cat { friend { ... on Animal { name } weight } } } phone } }",
    ],
  },
  {
    name: "the same field in several fragments with different selections",
    subgraphs,
    fixture,
    queries: [
      "{ animals { ... on Cat { owner { id } } ... on Animal { ... on Cat { owner { phone } } } ... on Dog { owner { pets { __typename } } } } }",
      "query { animals { ...A ...B } } fragment A on Cat { friend { name } } fragment B on Cat { friend { tricks weight } weight }",
    ],
  },
  {
    name: "fragments that match no value",
    subgraphs,
    fixture,
    queries: ["{ pet { ... on Cat { weight } } }", "{ animals { ... on Wild { danger } } }"],
  },
  {
    name: "the same fragment at several places",
    subgraphs,
    fixture,
    queries: [
      "{ animals { ...P } owners { pets { ...P } } pet { ...P } } fragment P on Pet { ... on Dog { weight name } ... on Cat { weight friend { ...D } } } fragment D on Dog { tricks }",
    ],
  },
  {
    name: "@skip and @include on fragments and fields",
    subgraphs,
    fixture,
    queries: [
      "query ($yes: Boolean = true, $no: Boolean = false) { animals { id ... on Cat @include(if: $yes) { weight } ... on Dog @skip(if: $yes) { weight } name @include(if: $no) } }",
      "query ($no: Boolean = false) { animals { ... on Cat { owner { phone @include(if: $no) } } } pet @skip(if: true) { __typename } }",
    ],
  },
  {
    name: "the same alias for different fields of different types",
    subgraphs,
    fixture,
    queries: [
      "{ animals { ... on Cat { x: weight } ... on Dog { x: weight y: name } ... on Wild { y: name: id } } }".replace(
        "y: name: id",
        "z: id",
      ),
    ],
  },
]);
