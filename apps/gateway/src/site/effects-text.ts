import type { ApiDoc, OperationDoc } from "./operations.js";

/** Describes an operation's effects with the texts of the schema. Writes the names of effects in backticks. */
export function effectsText(
  { type, effects }: Pick<OperationDoc, "type" | "effects">,
  { effects: texts }: Pick<ApiDoc, "effects">,
): string {
  const known = effects?.map((effect) => `\`${effect}\`: ${texts[effect] ?? ""}`) ?? [];
  if (known.length > 0) return known.join(" ");
  if (type === "query") return "Reads only.";
  return effects ? "Only reads or adds data." : "Unknown.";
}
