import type { ApiDoc, OperationDoc } from "./operations.js";

/** Describes the effects of an operation with the schema's descriptions of the effects. Writes the names of effects in backticks. */
export function effectsText(
  { type, effects }: Pick<OperationDoc, "type" | "effects">,
  { effects: texts }: Pick<ApiDoc, "effects">,
): string {
  const known = effects?.map((effect) => `\`${effect}\`: ${texts[effect] ?? ""}`) ?? [];
  if (known.length > 0) return known.join(" ");
  if (type === "query") return "Reads only.";
  return effects ? "Only reads or adds data." : "Unknown.";
}
