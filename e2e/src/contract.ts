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

type Types = Map<string, TypeDefinitionNode>;

/** What each payload carries beside its userErrors, as the contract's comment on payloads says. */
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

/** The contract's types, with the connections, edges and payloads that it describes by rule written out. */
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

/** Input fields that were added since the contract was written, as they are declared. Nobody has to give one. */
const additions: ReadonlyMap<string, string> = new Map([
  ["CreateIncentiveInput.requiresVerifiedCustomer", "requiresVerifiedCustomer: Boolean"],
  ["UpdateIncentiveInput.requiresVerifiedCustomer", "requiresVerifiedCustomer: Boolean"],
]);

function compareType(wanted: TypeDefinitionNode, actual: TypeDefinitionNode | undefined): string[] {
  const name = wanted.name.value;
  if (!actual) return [`${name} is missing`];
  if (actual.kind !== wanted.kind) return [`${name} is a ${actual.kind}, not a ${wanted.kind}`];
  const [want, have] = [membersOf(wanted), membersOf(actual)];
  const differences = [...want].flatMap(([member, text]) =>
    have.get(member) === text ? [] : [`${name}.${member}: wanted "${text}", found "${have.get(member) ?? "nothing"}"`],
  );
  const mayHaveMore = wanted.kind === Kind.OBJECT_TYPE_DEFINITION;
  const added = [...have.keys()].filter((member) => !want.has(member) && additions.get(`${name}.${member}`) !== have.get(member));
  if (!mayHaveMore) differences.push(...added.map((member) => `${name}.${member} is not in the contract`));
  if (wanted.kind === Kind.ENUM_TYPE_DEFINITION && [...want.keys()].join() !== [...have.keys()].join())
    differences.push(`${name}: its values are declared in another order`);
  return differences;
}

/** The names of all types that these fields mention, directly or through the contract's types. */
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

const builtIn = new Set(["String", "Int", "Float", "Boolean", "ID"]);

/**
 * Every difference between the contract and a public schema's SDL, for the operations that the schema serves and all types they reach.
 * Input types, enums and arguments have to be equal; output types may have more fields. `additions`: root fields beside the contract's.
 */
export function compareWithContract(
  contract: Types,
  publicSdl: string,
  additions: readonly string[] = [],
): { differences: string[]; served: string[] } {
  const actual = typesOf(parse(publicSdl).definitions);
  const differences: string[] = [];
  const served: FieldDefinitionNode[] = [];
  for (const root of ["Query", "Mutation"]) {
    const promises = new Map(fieldsOf(contract, root).map((field) => [field.name.value, field]));
    for (const field of fieldsOf(actual, root).filter(({ name }) => !additions.includes(name.value))) {
      const promised = promises.get(field.name.value);
      const found = bare(field);
      if (promised) served.push(promised);
      if (!promised) differences.push(`${root}.${field.name.value} is not in the contract`);
      else if (bare(promised) !== found) differences.push(`${root}.${field.name.value}: wanted "${bare(promised)}", found "${found}"`);
    }
  }
  for (const name of reachedFrom(served, contract)) {
    const wanted = contract.get(name);
    if (wanted) differences.push(...compareType(wanted, actual.get(name)));
    else if (!builtIn.has(name)) differences.push(`${name} is reached, but the contract does not say what it is`);
  }
  return { differences, served: served.map(({ name }) => name.value) };
}
