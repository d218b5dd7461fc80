import { escapeHtml } from "@offergraph/shared/schema/escape-html";

export const htmlType = "text/html; charset=utf-8";

/** Text that is already HTML. Only functions in this file create Html, so that pages contain no unescaped text. */
export class Html {
  constructor(readonly text: string) {}

  toString(): string {
    return this.text;
  }
}

type Part = string | number | Html | undefined | readonly Part[];

/** Template tag that escapes each value, except values that are Html. Omits undefined, and joins the items of a list. */
export function html(parts: TemplateStringsArray, ...values: readonly Part[]): Html {
  return new Html(parts.map((part, index) => part + (index < values.length ? write(values[index]) : "")).join(""));
}

function write(value: Part): string {
  if (value === undefined) return "";
  if (value instanceof Html) return value.text;
  if (typeof value === "object") return value.map(write).join("");
  return escapeHtml(String(value));
}
