import { readFileSync } from "node:fs";
import type { IncomingHttpHeaders, RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { buildSubgraphSchema } from "@apollo/subgraph";
import type { DryRunReport } from "@offergraph/shared/access/dry-run";
import type { Warning } from "@offergraph/shared/errors/warning";
import type { ManifestInput } from "@offergraph/shared/schema/manifest";
import { execute, GraphQLError, parse } from "graphql";
import { withoutLinks } from "./without-links.js";

const shared = readFileSync(new URL("../../../../packages/shared/graphql/offergraph.graphql", import.meta.url), "utf8");
const sdl = `
extend schema
  @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@shareable", "@composeDirective"])
  @link(url: "https://specs.offergraph.dev/offergraph/v1.0", import: ["@access", "@constraint"])
  @composeDirective(name: "@access")
  @composeDirective(name: "@constraint")
${shared}
type Query {
  items(first: Int = 2 @constraint(maximum: 1000)): ItemConnection @access(level: READ)
  item(id: UUID!): Item @access(level: READ)
  broken: Item @access(level: READ)
  "Items by the page: two in all."
  listing(first: Int = 1 @constraint(minimum: 0, maximum: 1000), after: Cursor, withTotal: Boolean = false): ItemConnection
    @access(level: READ, effects: [EXTERNAL])
  unlabelled: Item
}
type Mutation {
  make(title: String!): Item @access(level: WRITE)
  configure(title: String!): Item @access(level: ADMIN)
  "Renames an item; its title may not be empty."
  rename(id: UUID!, input: RenameInput!): RenamePayload @access(level: WRITE, effects: [DESTRUCTIVE, IDEMPOTENT])
}
input RenameInput { "The new title." title: String! @constraint(maxLength: 20) }
type RenamePayload { item: Item, userErrors: [UserError!]! }
type Item @key(fields: "id") @access(level: READ) {
  id: UUID!
  title: String
  related(first: Int = 10): ItemConnection
  label: String @deprecated(reason: "Use title. (since 2026-12-01, until 2027-06-30)")
}
type ItemConnection { nodes: [Item!]!, pageInfo: PageInfo!, totalCount: Int }
type Unused @key(fields: "id") { id: UUID!, error: UserError, code: UserErrorCode }`;

const item = { __typename: "Item", id: "01900000-0000-7000-8000-000000000001", title: "one" };

/** Dry run report of each mutation. */
export const dryRunReport: DryRunReport = {
  operation: "make",
  events: [{ type: "offergraph.things.thing.made.v1", recordId: item.id }],
  eventCount: 1,
  queued: { letters: 2 },
  notes: ["No letter was sent."],
};

/** Warning for requests with the title "loose". */
export const looseWarning: Warning = {
  operation: "make",
  code: "ITEM_LOOSE",
  message: "The item is in no box.",
  recordIds: [item.id],
  next: { operation: "rename", why: "Only named items fit into a box." },
};

export interface TestSubgraph {
  readonly address: { name: string; url: string };
  /** Headers of all operations that the subgraph has received. */
  readonly received: IncomingHttpHeaders[];
  /** Bodies of all operations that the subgraph has received. */
  readonly bodies: string[];
  /** Documents of the operations that the gateway has aborted. */
  readonly abandoned: string[];
  /** Blocks all operations until the test calls the returned function. */
  hold(): () => void;
  stop(): Promise<void>;
}

/** Manifest of the subgraph. `configure`, `items` and `rename` are not in the default list of tools. */
const commonOperations: ManifestInput = { common: ["broken", "item", "listing", "make"] };

/**
 * Starts a small subgraph. A mutation fails if its Idempotency-Key is an error code. `visited` handles requests to paths other than
 * /graphql. The subgraph supports dry runs, except for mutations with the title "old".
 */
export async function startSubgraph(
  name = "things",
  { visited, manifest = commonOperations }: { visited?: RequestListener | undefined; manifest?: ManifestInput | undefined } = {},
): Promise<TestSubgraph> {
  const received: IncomingHttpHeaders[] = [];
  const bodies: string[] = [];
  const abandoned: string[] = [];
  let gate: Promise<void> | undefined;
  const write = (_source: unknown, { title }: { title: string }, headers: IncomingHttpHeaders) => {
    const code = headers["idempotency-key"];
    if (typeof code === "string" && code.startsWith("idempotency_key_"))
      throw new GraphQLError(`Refused: ${code}.`, { extensions: { code } });
    return { ...item, title };
  };
  const listing = (_source: unknown, { after, withTotal }: { after?: string; withTotal: boolean }) => ({
    nodes: [after === undefined ? item : { ...item, title: "two" }],
    pageInfo: { hasNextPage: after === undefined, hasPreviousPage: after !== undefined, endCursor: after === undefined ? "one" : "two" },
    totalCount: withTotal ? 2 : null,
  });
  const rename = (_source: unknown, { input: { title } }: { input: { title: string } }) =>
    title === ""
      ? { item: null, userErrors: [{ field: ["input", "title"], message: "title must have a character.", code: "TOO_SHORT" }] }
      : { item: { ...item, title }, userErrors: [] };
  const page = { nodes: [item], pageInfo: { hasNextPage: false, hasPreviousPage: false }, totalCount: 1 };
  const resolvers = {
    Query: {
      items: () => page,
      listing,
      item: () => item,
      broken: () => {
        throw new GraphQLError("That one is broken.", { extensions: { code: "BROKEN" } });
      },
    },
    Mutation: { make: write, configure: write, rename },
    Item: { related: () => page },
  };
  // The cast is necessary, because @apollo/subgraph's resolvers do not allow a custom context type.
  const schema = buildSubgraphSchema({ typeDefs: parse(sdl), resolvers: resolvers as never });
  const fixedBodies = new Map<string | undefined, string>([
    ["/manifest", JSON.stringify(manifest)],
    ["/health/live", ""],
  ]);
  const server = withoutLinks(async (request, response) => {
    const fixed = fixedBodies.get(request.url);
    if (fixed !== undefined) return void response.end(fixed);
    if (visited && request.url !== "/graphql") return visited(request, response);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const { query, variables } = JSON.parse(text) as { query: string; variables?: Record<string, unknown> };
    const isDryRun = request.headers["dry-run"] !== undefined;
    if (isDryRun && text.includes('"old"')) {
      const refused = { message: "This service accepts requests only from its gateway.", extensions: { code: "PRINCIPAL_INVALID" } };
      return void response.writeHead(401, { "x-offergraph-errors": "1" }).end(JSON.stringify({ errors: [refused] }));
    }
    const found = {
      ...(isDryRun && { dryRun: { mutations: [dryRunReport] } }),
      ...(text.includes("loose") && { warnings: [looseWarning] }),
    };
    const extensions = Object.keys(found).length > 0 ? { extensions: found } : {};
    const asksForSdl = query.includes("_service");
    if (!asksForSdl) {
      received.push(request.headers);
      bodies.push(text);
      response.once("close", () => {
        if (!response.writableFinished) abandoned.push(query);
      });
      await gate;
    }
    const { data, errors } = asksForSdl
      ? { data: { _service: { sdl } }, errors: undefined }
      : await execute({ schema, document: parse(query), variableValues: variables, contextValue: request.headers });
    response
      .writeHead(200, { "content-type": "application/json", "x-offergraph-errors": String(errors?.length ?? 0) })
      .end(JSON.stringify({ ...(errors && { errors }), data, ...extensions }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: { name, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql` },
    received,
    bodies,
    abandoned,
    hold() {
      let release = () => {};
      gate = new Promise((resolve) => {
        release = resolve;
      });
      return () => release();
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
