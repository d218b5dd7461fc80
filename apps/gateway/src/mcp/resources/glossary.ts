import type { GraphQLNamedType } from "graphql";
import { typesByArea } from "./areas.js";
import { isThing, isVocabulary, oneLine } from "./kinds.js";
import { textResource } from "./resource.js";

/** What the records and their values are called, in the words of the subgraphs' own descriptions. */
export const glossary = textResource(
  "glossary",
  "Glossary",
  "What each kind of record and each set of values means, by area.",
  (context) => {
    const areas = [...typesByArea(context)].flatMap(([area, types]) => {
      const things = types.filter(isThing).map(entry);
      const values = types.filter(isVocabulary).map(
        (type) =>
          `${entry(type)} ${type
            .getValues()
            .map(({ name }) => `\`${name}\``)
            .join(", ")}.`,
      );
      const lines = [...things, ...values];
      return lines.length > 0 ? [`## ${area}\n\n${lines.join("\n")}`] : [];
    });
    return [
      "# Glossary",
      "A type's fields: offergraph://types/{name}. What states mean and how they change: offergraph://states.",
      ...areas,
    ].join("\n\n");
  },
);

function entry({ name, description }: GraphQLNamedType): string {
  return `- **${name}**: ${oneLine(description)}`;
}
