import {
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isScalarType,
  isUnionType,
  printType,
} from "graphql";
import type { DocPage } from "./doc-page.js";
import { blocks, boundsText, code, fence, firstSentence, link, list, rulesText, section, sentences, table } from "./markdown.js";
import { typeLink, typePath } from "./paths.js";
import type { Reference } from "./reference.js";

export function typePage(type: GraphQLNamedType, reference: Reference): DocPage {
  return {
    path: typePath(type.name),
    title: type.name,
    description: firstSentence(type.description ?? ""),
    section: "Types",
    kind: kindOf(type),
    markdown: () =>
      blocks(
        type.description ?? "",
        isScalarType(type) && scalarText(type.name, reference),
        fieldTable(type, reference),
        usage(type, reference),
        section("SDL", fence("graphql", "SDL", printType(type))),
      ),
  };
}

export function kindOf(type: GraphQLNamedType): string {
  if (isObjectType(type)) return "object";
  if (isInputObjectType(type)) return "input";
  if (isEnumType(type)) return "enum";
  if (isScalarType(type)) return "scalar";
  return isUnionType(type) ? "union" : "interface";
}

/** Describes the fields or values of a type. Returns "" for a type without fields and values. */
export function fieldTable(type: GraphQLNamedType, reference?: Pick<Reference, "constraints">): string {
  const withReason = (text: string | null | undefined, reason: string | null | undefined) =>
    reason ? `${text ?? ""} **Deprecated.** ${reason}` : (text ?? "");
  if (isEnumType(type))
    return table(
      ["Value", "Description"],
      type.getValues().map(({ name, description, deprecationReason }) => [code(name), withReason(description, deprecationReason)]),
    );
  if (isInputObjectType(type))
    return table(
      ["Field", "Type", "Description"],
      Object.values(type.getFields()).map(({ name, type: of, description, defaultValue, deprecationReason }) => [
        code(name),
        typeLink(String(of)),
        sentences(
          withReason(description, deprecationReason),
          rulesText(reference?.constraints.get(`${type.name}.${name}`), String(of), defaultValue),
        ),
      ]),
    );
  if (isObjectType(type) || isInterfaceType(type))
    return table(
      ["Field", "Type", "Description"],
      Object.values(type.getFields()).map(({ name, type: of, args, description, deprecationReason }) => [
        code(args.length > 0 ? `${name}(${args.map((one) => one.name).join(", ")})` : name),
        typeLink(String(of)),
        withReason(description, deprecationReason),
      ]),
    );
  return isUnionType(type) ? list(type.getTypes().map(({ name }) => typeLink(name))) : "";
}

function scalarText(name: string, { constraints }: Reference): string {
  const bounds = boundsText(constraints.get(name));
  return bounds && `Bounds: ${bounds}.`;
}

function usage(type: GraphQLNamedType, { usersOf }: Reference): string {
  const users = usersOf(type.name);
  return section("Used by", list(users.map(({ text, path }) => link(code(text), path))));
}
