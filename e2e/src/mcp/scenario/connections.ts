import type { Step } from "./step.js";

/** Steps that add, change and check a store connection. No store listens at the connection's endpoint. */
export const connections: readonly Step[] = [
  {
    tool: "create_connection",
    input: () => ({ input: { name: "Pop-up shop", provider: "http", endpoint: "http://127.0.0.1:1/offergraph" } }),
    expected: () => ({ connection: { slug: "pop-up-shop", provider: "http", isTest: false }, userErrors: [] }),
    captures: { popUp: "connection.rowId" },
  },
  {
    tool: "update_connection",
    input: ({ popUp }) => ({ input: { connectionId: popUp, name: "Winter shop" } }),
    expected: ({ popUp }) => ({ connection: { rowId: popUp, name: "Winter shop", slug: "pop-up-shop" }, userErrors: [] }),
  },
  {
    tool: "rotate_connection_secret",
    input: ({ popUp }) => ({ input: { connectionId: popUp } }),
    expected: ({ popUp }) => ({ connection: { rowId: popUp }, userErrors: [] }),
  },
  {
    tool: "get_connection",
    input: ({ popUp }) => ({ id: popUp }),
    expected: () => ({ name: "Winter shop", endpoint: "http://127.0.0.1:1/offergraph" }),
  },
  {
    tool: "list_connections",
    input: () => ({ filter: { slug: { equalTo: "pop-up-shop" } }, orderBy: ["NAME_ASC"] }),
    expected: ({ popUp }) => ({ nodes: [{ rowId: popUp }] }),
  },
  {
    tool: "verify_connection",
    input: ({ popUp }) => ({ input: { connectionId: popUp } }),
    expected: ({ popUp }) => ({
      verification: { connectionId: popUp, reachable: false, status: null, problem: "The store cannot be reached." },
      userErrors: [],
    }),
  },
];

export const connectionsCleanup: readonly Step[] = [
  {
    tool: "delete_connection",
    input: ({ popUp }) => ({ input: { connectionId: popUp } }),
    expected: ({ popUp }) => ({ deletedId: popUp, userErrors: [] }),
  },
];
