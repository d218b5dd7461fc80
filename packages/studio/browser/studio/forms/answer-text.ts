const dataUrl = /^data:(\w+)\/[\w.+-]+(?:;[\w=-]+)*;base64,/;

/** Formats an answer as text. Answers to questions with several parts are objects or lists. */
export function answerText(value: unknown): string {
  if (value === true) return "Yes";
  if (value === false) return "No";
  if (typeof value === "string") return textOf(value);
  if (Array.isArray(value)) return value.map(answerText).join(", ");
  if (typeof value !== "object" || value === null) return String(value ?? "");
  if (isFile(value)) return value.name;
  return Object.entries(value)
    .map(([name, part]) => `${name}: ${answerText(part)}`)
    .join(", ");
}

/** The answer to a signature question is the data URL of an image, which is not readable as text. */
function textOf(value: string): string {
  const [, kind] = dataUrl.exec(value) ?? [];
  if (kind === undefined) return value;
  return kind === "image" ? "Signed" : "File";
}

/** The answer to a file question contains objects with the name and the content of each file. */
function isFile(value: object): value is { name: string } {
  return (
    "name" in value &&
    typeof value.name === "string" &&
    "content" in value &&
    typeof value.content === "string" &&
    dataUrl.test(value.content)
  );
}
