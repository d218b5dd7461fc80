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

/** Returns one error line for each missing description, and for each root field or entity without @access. */
export function findGaps(own: readonly DefinitionNode[]): string[] {
  return own.flatMap((definition) => {
    if (!("name" in definition) || !definition.name) return [];
    const name = definition.name.value;
    const gaps = rootTypes.includes(name) || !("description" in definition) ? [] : undescribed(definition, name);
    switch (definition.kind) {
      case Kind.OBJECT_TYPE_DEFINITION:
        if (definition.directives?.some((directive) => directive.name.value === "key") && !hasAccess(definition.directives))
          gaps.push(`${name} is an entity, but has no @access`);
        return [...gaps, ...(definition.fields ?? []).flatMap((field) => fieldGaps(name, field))];
      case Kind.INPUT_OBJECT_TYPE_DEFINITION:
        return [...gaps, ...inputGaps(`${name}.`, definition.fields ?? [], "")];
      case Kind.ENUM_TYPE_DEFINITION:
        return [...gaps, ...(definition.values ?? []).flatMap((value) => undescribed(value, `${name}.${value.name.value}`))];
      default:
        return gaps;
    }
  });
}

function undescribed(node: Described, coordinate: string): string[] {
  return node.description?.value.trim() ? [] : [`${coordinate} has no description`];
}

function fieldGaps(type: string, field: FieldDefinitionNode): string[] {
  const coordinate = `${type}.${field.name.value}`;
  const gaps = [...undescribed(field, coordinate), ...inputGaps(`${coordinate}(`, field.arguments ?? [], ":)")];
  if (rootTypes.includes(type) && !hasAccess(field.directives)) gaps.push(`${coordinate} has no @access`);
  return gaps;
}

function inputGaps(before: string, inputs: readonly InputValueDefinitionNode[], after: string): string[] {
  return inputs.flatMap((input) => undescribed(input, `${before}${input.name.value}${after}`));
}
