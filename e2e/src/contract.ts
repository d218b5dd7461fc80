import {
  type DefinitionNode,
  type FieldDefinitionNode,
  type InputValueDefinitionNode,
  Kind,
  parse,
  print,
  type TypeDefinitionNode,
  visit,
} from "graphql";
import type { Additions } from "./additions/additions.js";

type Types = Map<string, TypeDefinitionNode>;

/** Fields of each payload type, except `userErrors`. contract.graphql lists these fields only in a comment. */
const payloadFields: Record<string, string> = {
  CreateIncentive: "incentive: Incentive",
  UpdateIncentive: "incentive: Incentive",
  ReplaceIncentiveRules: "incentive: Incentive",
  DeleteIncentive: "deletedId: UUID",
  ReleaseIncentiveGrant: "grant: Grant",
  DeclineIncentiveGrant: "grant: Grant",
  SaveDiscountCode: "discountCode: DiscountCode",
  CreateDiscountCode: "discountCode: DiscountCode",
  DeleteDiscountCode: "deletedId: UUID",
  BulkUpdateDiscountCodeStatus: "discountCodes: [DiscountCode!]",
  BulkSyncDiscountCodes: "discountCodes: [DiscountCode!]",
  BulkRenameTagAcrossWorkspaceDiscounts: "discountCodes: [DiscountCode!]",
  BulkRemoveTagFromWorkspaceDiscounts: "discountCodes: [DiscountCode!]",
  AddDiscountPlacements: "placement: DiscountPlacement",
  ResyncDiscountPlacement: "placement: DiscountPlacement",
  SetPlacementTargets: "placement: DiscountPlacement",
  RemoveDiscountPlacement: "deletedId: UUID",
  SetDiscountTagColor: "tag: TagFacet",
  CreateForm: "form: Form",
  UpdateForm: "form: Form",
  SaveFormDraft: "form: Form",
  DeleteForm: "deletedId: UUID",
  PublishForm: "form: Form, rotation: [FormShare!]",
  SetFormPromotion: "rotation: [FormShare!]",
  AddFormPlacement: "placement: FormPlacement",
  RemoveFormPlacement: "deletedId: UUID",
  VerifyFormPlacement: "placement: FormPlacement",
  RotateFormPublicKey: "placement: FormPlacement",
  SetFormPlacementPublished: "placement: FormPlacement",
  SetFormPlacementCopy: "placement: FormPlacement",
  SetFormPlacementQrStyle: "placement: FormPlacement",
  ReplaceFormTriggers: "triggers: [FormTrigger!]",
  SetShortLinkDisabled: "shortLink: ShortLink",
};

function typesOf(definitions: readonly DefinitionNode[]): Types {
  return new Map(
    definitions.flatMap((node) => ("name" in node && node.name && "kind" in node ? [[node.name.value, node as TypeDefinitionNode]] : [])),
  );
}

/** Parses the contract, and adds types that only its comments describe. */
export function readContract(text: string): Types {
  const types = typesOf(parse(text).definitions);
  const implied: string[] = [];
  const referenced = new Set<string>();
  for (const node of types.values()) visit(node, { NamedType: (type) => void referenced.add(type.name.value) });
  for (const name of referenced) {
    if (types.has(name)) continue;
    const entity = name.replace(/Connection$/, "");
    const payload = payloadFields[name.replace(/Payload$/, "")];
    if (entity !== name) {
      implied.push(`type ${name} { nodes: [${entity}!]!, edges: [${entity}Edge!]!, pageInfo: PageInfo!, totalCount: Int }`);
      implied.push(`type ${entity}Edge { cursor: Cursor!, node: ${entity}! }`);
    } else if (payload) implied.push(`type ${name} { ${payload}, userErrors: [UserError!]! }`);
  }
  return new Map([...types, ...typesOf(parse(implied.join("\n")).definitions)]);
}

const bare = (node: FieldDefinitionNode | InputValueDefinitionNode): string =>
  print(
    visit(node, {
      enter: (part) => ("description" in part || "directives" in part ? { ...part, description: undefined, directives: [] } : undefined),
    }),
  )
    .replace(/\s+/g, " ")
    .replace(/\( /g, "(")
    .replace(/,? \)/g, ")");

const membersOf = (node: TypeDefinitionNode): Map<string, string> => {
  if (node.kind === Kind.ENUM_TYPE_DEFINITION) return new Map((node.values ?? []).map((value) => [value.name.value, value.name.value]));
  if ("fields" in node) return new Map((node.fields ?? []).map((field) => [field.name.value, bare(field)]));
  return new Map();
};

function compareType(expected: TypeDefinitionNode, actual: TypeDefinitionNode | undefined, added: ReadonlySet<string>): string[] {
  const name = expected.name.value;
  if (!actual) return [`${name} is missing`];
  if (actual.kind !== expected.kind) return [`${name} is a ${actual.kind}, not a ${expected.kind}`];
  const [expectedMembers, actualMembers] = [membersOf(expected), membersOf(actual)];
  for (const [member, text] of actualMembers)
    if (!expectedMembers.has(member) && added.has(`${name}.${text}`)) actualMembers.delete(member);
  const differences = [...expectedMembers].flatMap(([member, text]) =>
    actualMembers.get(member) === text ? [] : [`${name}.${member}: expected "${text}", found "${actualMembers.get(member) ?? "nothing"}"`],
  );
  const mayHaveMore = expected.kind === Kind.OBJECT_TYPE_DEFINITION;
  const unknown = [...actualMembers.keys()].filter((member) => !expectedMembers.has(member));
  if (!mayHaveMore) differences.push(...unknown.map((member) => `${name}.${member} is not in the contract`));
  if (expected.kind === Kind.ENUM_TYPE_DEFINITION && [...expectedMembers.keys()].join() !== [...actualMembers.keys()].join())
    differences.push(`${name}: values are in a different order`);
  return differences;
}

function reachedFrom(fields: readonly FieldDefinitionNode[], contract: Types): Set<string> {
  const reached = new Set<string>();
  const reach = (node: FieldDefinitionNode | TypeDefinitionNode): void => {
    visit(node, {
      NamedType: ({ name: { value: name } }) => {
        const definition = contract.get(name);
        if (reached.has(name)) return;
        reached.add(name);
        if (definition) reach(definition);
      },
    });
  };
  for (const field of fields) reach(field);
  return reached;
}

const fieldsOf = (types: Types, name: string): readonly FieldDefinitionNode[] => {
  const type = types.get(name);
  return type?.kind === Kind.OBJECT_TYPE_DEFINITION ? (type.fields ?? []) : [];
};

function withoutAdded(field: FieldDefinitionNode, additions: readonly Additions[]): FieldDefinitionNode {
  const added = additions.flatMap(({ arguments: ofOperations = {} }) => ofOperations[field.name.value] ?? []);
  return { ...field, arguments: (field.arguments ?? []).filter((argument) => !added.includes(bare(argument))) };
}

const builtIn = new Set(["String", "Int", "Float", "Boolean", "ID"]);

/**
 * Compares the contract with the SDL of a public schema. Input types, enums and arguments must be equal. Output types of the public schema
 * may have more fields.
 * @param additions allowed differences from the contract
 */
export function compareWithContract(
  contract: Types,
  publicSdl: string,
  additions: readonly Additions[] = [],
): { differences: string[]; served: string[] } {
  const actual = typesOf(parse(publicSdl).definitions);
  const differences: string[] = [];
  const served: FieldDefinitionNode[] = [];
  const addedOperations = additions.flatMap(({ operations }) => operations);
  const addedMembers = new Set(
    additions.flatMap(({ inputFields = {}, enumValues = {} }) =>
      [...Object.entries(inputFields), ...Object.entries(enumValues)].flatMap(([type, members]) =>
        members.map((member) => `${type}.${member}`),
      ),
    ),
  );
  for (const root of ["Query", "Mutation"]) {
    const contractFields = new Map(fieldsOf(contract, root).map((field) => [field.name.value, field]));
    for (const field of fieldsOf(actual, root).filter(({ name }) => !addedOperations.includes(name.value))) {
      const expected = contractFields.get(field.name.value);
      const found = bare(withoutAdded(field, additions));
      if (expected) served.push(expected);
      if (!expected) differences.push(`${root}.${field.name.value} is not in the contract`);
      else if (bare(expected) !== found) differences.push(`${root}.${field.name.value}: expected "${bare(expected)}", found "${found}"`);
    }
  }
  for (const name of reachedFrom(served, contract)) {
    const expected = contract.get(name);
    if (expected) differences.push(...compareType(expected, actual.get(name), addedMembers));
    else if (!builtIn.has(name)) differences.push(`${name} is reachable but not defined in the contract`);
  }
  return { differences, served: served.map(({ name }) => name.value) };
}
