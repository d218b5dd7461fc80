import { type GraphQLInputType, isInputObjectType, isListType, isNonNullType } from "graphql";

/**
 * Counts the list items and input fields of an uncoerced value. A JSON scalar counts as one. Unknown fields count too, because each
 * causes an error.
 * @param levels maximum depth; coercion rejects deeper values
 */
export function countMembers(value: unknown, type: GraphQLInputType, levels: number): number {
  if (levels === 0 || typeof value !== "object" || value === null) return 0;
  if (isNonNullType(type)) return countMembers(value, type.ofType, levels);
  if (isListType(type)) {
    if (!Array.isArray(value)) return countMembers(value, type.ofType, levels);
    return value.reduce((sum: number, item) => sum + 1 + countMembers(item, type.ofType, levels - 1), 0);
  }
  if (!isInputObjectType(type)) return 0;
  const fields = type.getFields();
  let members = 0;
  for (const [name, member] of Object.entries(value)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    members += 1 + (field ? countMembers(member, field.type, levels - 1) : 0);
  }
  return members;
}
