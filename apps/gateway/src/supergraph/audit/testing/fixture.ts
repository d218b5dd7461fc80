import { type ConstDirectiveNode, type DocumentNode, Kind, type ObjectTypeDefinitionNode, parse, print, visit } from "graphql";
import type { Resolvers } from "../../testing/fixture-resolvers.js";

export type AuditRecord = Record<string, unknown> & { __typename: string };

/** Data that all subgraphs of a case share. */
export interface AuditFixture {
  /** Entities that subgraphs find by their keys. */
  readonly records: readonly AuditRecord[];
  /** Values of the root fields, or functions that return the values. */
  readonly root: Readonly<Record<string, unknown>>;
  /** Resolvers per subgraph, for fields whose values differ between subgraphs. */
  readonly resolvers?: Readonly<Record<string, Resolvers>>;
}

const directives = [
  ...["@key", "@shareable", "@external", "@requires", "@provides", "@override", "@interfaceObject", "@inaccessible", "@extends"],
  ...["@context", "@fromContext", "@authenticated", "@requiresScopes", "@policy", "@tag", "@composeDirective", "FieldSet"],
];
const head = `
  extend schema
    @link(url: "https://specs.apollo.dev/federation/v2.9", import: ${JSON.stringify(directives)})
    @link(url: "https://specs.offergraph.dev/offergraph/v1.0", import: ["@access"])
    @composeDirective(name: "@access")
  directive @access(level: offergraph__AccessLevel!, cost: Int = 1) on FIELD_DEFINITION | OBJECT
  enum offergraph__AccessLevel { READ WRITE ADMIN }`;

const access: ConstDirectiveNode = {
  kind: Kind.DIRECTIVE,
  name: { kind: Kind.NAME, value: "access" },
  arguments: [{ kind: Kind.ARGUMENT, name: { kind: Kind.NAME, value: "level" }, value: { kind: Kind.ENUM, value: "READ" } }],
};

/** Completes a subgraph's SDL with the link to the federation spec, and with `@access` on the root fields. */
export function subgraphSdl(sdl: string): string {
  const labelled = visit(parse(sdl, { noLocation: true }), {
    ObjectTypeDefinition: (node) => (["Query", "Mutation"].includes(node.name.value) ? undefined : false),
    FieldDefinition: (node) => ({ ...node, directives: [...(node.directives ?? []), access] }),
  });
  return `${head}\n${print(labelled)}`;
}

/** Creates the resolvers that find the entities of each subgraph. */
export function referenceResolvers(subgraphs: Readonly<Record<string, string>>, fixture: AuditFixture): Record<string, Resolvers> {
  return Object.fromEntries(
    Object.entries(subgraphs).map(([name, sdl]) => {
      const document = parse(sdl);
      const own: Resolvers = {};
      for (const type of entityTypes(document)) own[type.name.value] = { __resolveReference: finder(type, fixture.records) as never };
      for (const [type, fields] of Object.entries(fixture.resolvers?.[name] ?? {})) own[type] = { ...own[type], ...fields };
      return [name, own];
    }),
  );
}

function entityTypes(document: DocumentNode): ObjectTypeDefinitionNode[] {
  return document.definitions.filter(
    (node): node is ObjectTypeDefinitionNode =>
      (node.kind === Kind.OBJECT_TYPE_DEFINITION || (node.kind as string) === Kind.INTERFACE_TYPE_DEFINITION) &&
      (node.directives ?? []).some(({ name }) => name.value === "key"),
  );
}

/**
 * Returns a function that finds the record of a reference. Omits external fields that the reference does not contain, because fields with
 * `@requires` must use the gateway's values.
 */
function finder(type: ObjectTypeDefinitionNode, records: readonly AuditRecord[]) {
  const external = (type.fields ?? []).filter((field) => field.directives?.some(({ name }) => name.value === "external"));
  const names = external.map(({ name }) => name.value);
  const keys = (type.directives ?? [])
    .filter(({ name }) => name.value === "key")
    .flatMap((key) => (key.arguments ?? []).flatMap(({ value }) => (value.kind === Kind.STRING ? value.value : [])));
  const isOf = (found: AuditRecord) =>
    found.__typename === type.name.value || (found.interfaces as string[] | undefined)?.includes(type.name.value);
  return (reference: AuditRecord): unknown => {
    const found = records.find((one) => isOf(one) && keys.some((key) => hasKey(one, reference, key)));
    if (!found) return null;
    const view: Record<string, unknown> = { ...found };
    for (const name of names) view[name] = reference[name];
    return view;
  };
}

/** True if record and reference have the same key fields. */
function hasKey(found: AuditRecord, reference: AuditRecord, key: string): boolean {
  const same = (value: unknown, other: unknown): boolean => {
    if (typeof other !== "object" || other === null) return value === other;
    if (typeof value !== "object" || value === null) return false;
    return Object.keys(other).every((name) => name === "__typename" || same((value as AuditRecord)[name], (other as AuditRecord)[name]));
  };
  const fields = [...key.replace(/\{[^}]*\}/g, "").matchAll(/\w+/g)].map(([name]) => name);
  return fields.every((name) => name in reference && same(found[name], reference[name]));
}
