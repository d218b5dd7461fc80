import { PublicError } from "@offergraph/shared/errors/public-error";
import {
  coerceInputValue,
  type GraphQLError,
  type GraphQLInputType,
  type GraphQLSchema,
  isInputType,
  isNonNullType,
  type OperationDefinitionNode,
  typeFromAST,
  valueFromAST,
} from "graphql";

export type Variables = Record<string, unknown>;
const longestMessage = 400;

interface Definition {
  name: string;
  type: GraphQLInputType;
  defaultValue: unknown;
}

/**
 * Makes the function that coerces an operation's variables as GraphQL says (defaults applied, unknown ones left out); custom scalars check their format.
 * It throws PublicError BAD_USER_INPUT naming each variable and the path inside it.
 */
export function compileVariables(operation: OperationDefinitionNode, schema: GraphQLSchema): (given: Variables | undefined) => Variables {
  const definitions = (operation.variableDefinitions ?? []).map((node): Definition => {
    const type = typeFromAST(schema, node.type);
    if (!isInputType(type)) throw new Error(`$${node.variable.name.value} has no input type.`);
    return { name: node.variable.name.value, type, defaultValue: node.defaultValue && valueFromAST(node.defaultValue, type) };
  });
  return (given) => {
    const variables: Variables = {};
    const findings: { variable: string; message: string }[] = [];
    for (const definition of definitions) {
      const value = given && Object.hasOwn(given, definition.name) ? given[definition.name] : undefined;
      coerce(definition, value, variables, (variable, message) => findings.push({ variable, message: message.slice(0, longestMessage) }));
    }
    const [first] = findings;
    if (first)
      throw new PublicError("BAD_USER_INPUT", first.message, {
        variable: first.variable,
        ...(findings.length > 1 && { errors: findings.slice(0, 50) }),
      });
    return variables;
  };
}

function coerce(
  { name, type, defaultValue }: Definition,
  value: unknown,
  into: Variables,
  tell: (variable: string, message: string) => void,
): void {
  if (value === undefined) {
    if (defaultValue !== undefined) into[name] = defaultValue;
    else if (isNonNullType(type)) tell(name, `The variable $${name} of type ${type} is required.`);
  } else if (value === null) {
    if (isNonNullType(type)) tell(name, `The variable $${name} of type ${type} may not be null.`);
    else into[name] = null;
  } else {
    into[name] = coerceInputValue(value, type, (path, _value, error: GraphQLError) => {
      const variable = [name, ...path].join(".");
      tell(variable, `The variable $${variable} is not good: ${error.message}`);
    });
  }
}
