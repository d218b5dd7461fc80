import type { GraphQLEnumType } from "graphql";
import { alternativesOf } from "./compact/name-patterns.js";
import type { Encoding, JsonSchema } from "./json.js";

const minPairs = 3;

/** Returns the JSON Schema of an enum. In the compact encoding, several pairs such as `NAME_ASC`/`NAME_DESC` become one pattern. */
export function enumSchema(type: GraphQLEnumType, encoding: Encoding): JsonSchema {
  const names = type.getValues().map(({ name }) => name);
  const stems = names.filter((name) => name.endsWith("_ASC")).map((name) => name.slice(0, -"_ASC".length));
  const inPairs = new Set(stems.filter((stem) => names.includes(`${stem}_DESC`)).flatMap((stem) => [`${stem}_ASC`, `${stem}_DESC`]));
  if (encoding === "plain") return { type: "string", enum: names };
  if (inPairs.size < 2 * minPairs) return { enum: names };
  const pairs = stems.filter((stem) => inPairs.has(`${stem}_ASC`));
  const others = names.filter((name) => !inPairs.has(name)).map((name) => `${name}|`);
  return { type: "string", pattern: `^(${others.join("")}(${alternativesOf(pairs)})_(ASC|DESC))$` };
}
