import { audit } from "./testing/audit.js";

audit("Directives that the gateway refuses", [
  {
    name: "@context and @fromContext",
    subgraphs: {
      a: `type Query { t: T } type T @key(fields: "id") @context(name: "ctx") { id: ID!, u: U, prop: String! }
        type U @key(fields: "id") { id: ID!, field(arg: String @fromContext(field: "$ctx { prop }")): String! }`,
    },
    refused: /^\[a\] The field "U\.field" uses the directive @fromContext\. The gateway does not support this directive\./,
  },
  {
    name: "@authenticated",
    subgraphs: { a: `type Query { t: T } type T { open: Int, secret: Int @authenticated }` },
    refused: /^\[a\] "T\.secret" uses the directive @authenticated\. The gateway does not support this directive\./,
  },
  {
    name: "@requiresScopes",
    subgraphs: { a: `type Query { t: T } type T @requiresScopes(scopes: [["x"]]) { open: Int }` },
    refused: /^\[a\] "T" uses the directive @requiresScopes\. The gateway does not support this directive\./,
  },
]);
