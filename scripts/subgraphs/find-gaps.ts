import {
  type ConstDirectiveNode,
  type DefinitionNode,
  type FieldDefinitionNode,
  type InputValueDefinitionNode,
  Kind,
  type StringValueNode,
} from "graphql";

interface Described {
  description?: StringValueNode;
}

const rootTypes = ["Query", "Mutation"];
const hasAccess = (directives: readonly ConstDirectiveNode[] | undefined) => (directives ?? []).some(({ name }) => name.value === "access");

/** What an SDL lacks, one line each: descriptions everywhere, @access on every root field and on every entity. */
export function findGaps(own: readonly DefinitionNode[]): string[] {
  const gaps: string[] = [];
  const described = (node: Described, coordinate: string) => {
    if (!node.description?.value.trim()) gaps.push(`${coordinate} has no description`);
  };
  for (const definition of own) {
    if (!("name" in definition) || !definition.name) continue;
    const name = definition.name.value;
    if (!rootTypes.includes(name) && "description" in definition) described(definition, name);
    if (definition.kind === Kind.OBJECT_TYPE_DEFINITION) {
      const isEntity = definition.directives?.some((directive) => directive.name.value === "key");
      if (isEntity && !hasAccess(definition.directives)) gaps.push(`${name} is an entity without @access`);
      for (const field of definition.fields ?? []) describeField(name, field);
    }
    if (definition.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION) describeInputs(`${name}.`, definition.fields ?? [], "");
    if (definition.kind === Kind.ENUM_TYPE_DEFINITION)
      for (const value of definition.values ?? []) described(value, `${name}.${value.name.value}`);
  }
  return gaps;

  function describeField(type: string, field: FieldDefinitionNode): void {
    const coordinate = `${type}.${field.name.value}`;
    described(field, coordinate);
    describeInputs(`${coordinate}(`, field.arguments ?? [], ":)");
    if (rootTypes.includes(type) && !hasAccess(field.directives)) gaps.push(`${coordinate} has no @access`);
  }
  function describeInputs(before: string, inputs: readonly InputValueDefinitionNode[], after: string): void {
    for (const input of inputs) described(input, `${before}${input.name.value}${after}`);
  }
}
