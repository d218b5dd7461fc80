import type { Bounds } from "@offergraph/shared/schema/directives";

export function code(text: string): string {
  return `\`${text.replaceAll("`", "'")}\``;
}

export function link(text: string, path: string): string {
  return `[${text}](${path})`;
}

/** Returns a fenced code block. The first line contains the language and the caption. */
export function fence(language: string, caption: string, text: string): string {
  return `\`\`\`${language} ${caption}\n${text}\n\`\`\``;
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

export function list(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join("\n");
}

/** Joins the blocks of a page, and omits empty blocks. */
export function blocks(...parts: readonly (string | undefined | false)[]): string {
  return parts.filter(Boolean).join("\n\n");
}

/** Returns a Markdown section, which consists of a heading and the content. Returns "" if the content is empty. */
export function section(title: string, content: string, level = 2): string {
  return content && `${"#".repeat(level)} ${title}\n\n${content}`;
}

/** Returns the text up to the first period that is not a part of "e.g." or "i.e.". */
export function firstSentence(text: string): string {
  return /^.*?(?<!\b(?:e\.g|i\.e))\.(?=\s|$)/s.exec(text)?.[0].replace(/\s+/g, " ") ?? text.replace(/\s+/g, " ");
}

function cell(text: string): string {
  return text.replace(/\s*\n\s*/g, " ").replaceAll("|", "\\|");
}

/** Describes the bounds of a value, for example "1-255 characters". `type` is the type of the value in GraphQL notation. */
export function boundsText(bounds: Bounds = {}, type = ""): string {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems, pattern, format } = bounds;
  return [
    span(minimum, maximum, ""),
    span(minLength, maxLength, type.startsWith("[") ? "characters each" : "characters"),
    span(minItems, maxItems, "items"),
    pattern !== undefined && `matches ${code(pattern)}`,
    format !== undefined && `format ${code(format)}`,
  ]
    .filter(Boolean)
    .join(", ");
}

/** Describes the bounds and the default of a value in one or two sentences. */
export function rulesText(bounds: Bounds | undefined, type: string, defaultValue: unknown): string {
  const text = boundsText(bounds, type);
  return sentences(text && `Bounds: ${text}.`, defaultValue !== undefined && `Default: ${code(JSON.stringify(defaultValue))}.`);
}

/** Joins sentences, and omits empty sentences. */
export function sentences(...parts: readonly (string | false)[]): string {
  return parts.filter(Boolean).join(" ");
}

function span(from: number | undefined, to: number | undefined, unit: string): string {
  const range =
    from === undefined
      ? to !== undefined && `at most ${to}`
      : to === undefined
        ? `at least ${from}`
        : from === to
          ? `${from}`
          : `${from}-${to}`;
  return range ? `${range} ${unit}`.trim() : "";
}
