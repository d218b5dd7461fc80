/** Writes an answer in words. Answers of questions with several parts are objects or lists. */
export function answerText(value: unknown): string {
  if (value === true) return "Yes";
  if (value === false) return "No";
  if (Array.isArray(value)) return value.map(answerText).join(", ");
  if (typeof value !== "object" || value === null) return String(value ?? "");
  return Object.entries(value)
    .map(([name, part]) => `${name}: ${answerText(part)}`)
    .join(", ");
}
