import type { GraphQLNamedType } from "graphql";
import { typesByDomain } from "./domains.js";
import { textResource } from "./resource.js";
import { isThing, isVocabulary, oneLine } from "./types.js";

/** Resource: the types and enums by domain, with their SDL descriptions. */
export const glossary = textResource("glossary", "Glossary", "Meaning of each record type and enum, by area.", (context) => {
  const domains = [...typesByDomain(context)].flatMap(([domain, types]) => {
    const things = types.filter(isThing).map(entry);
    const values = types.filter(isVocabulary).map(
      (type) =>
        `${entry(type)} ${type
          .getValues()
          .map(({ name }) => `\`${name}\``)
          .join(", ")}.`,
    );
    const lines = [...things, ...values];
    return lines.length > 0 ? [`## ${domain}\n\n${lines.join("\n")}`] : [];
  });
  return ["# Glossary", "Fields of a type: offergraph://types/{name}. States and transitions: offergraph://states.", ...domains].join(
    "\n\n",
  );
});

function entry({ name, description }: GraphQLNamedType): string {
  return `- **${name}**: ${oneLine(description)}`;
}
