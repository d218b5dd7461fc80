import type { ConstraintValidator } from "@offergraph/service/subgraph/constraint-validator";
import { Violations } from "@offergraph/shared/errors/user-error";
import { readBody } from "../../domain/body.js";
import { checkCrossFieldRules, type DiscountCodeFields, withDefaults } from "../../domain/fields.js";
import type { DiscountCodeBody, DiscountCodeStatus } from "../../generated/types.js";
import type { Layout, Meaning } from "./columns.js";
import { readCount, readLimit, readStatus, readTime, readValue } from "./values.js";

export interface Problem {
  column: string;
  reason: string;
}

export interface ReadRow {
  fields: DiscountCodeFields;
  usageCount: number;
  /** If the status is undefined, the import derives the status from the code's start and end. */
  status: DiscountCodeStatus | undefined;
  problems: Problem[];
}

export const wholeRow = "(row)";

const path = ["input", "body"];
const meaningOfKey: Partial<Record<string, Meaning>> = {
  title: "title",
  value_percent: "value",
  value_amount: "value",
  usage_limit: "usageLimit",
  start_at: "start",
  ends_at: "end",
};

/**
 * Reads the cells of a row, in the formats that store platforms export. Checks the values with the same rules as `create_discount_code`.
 */
export function readRow(cells: readonly string[], layout: Layout, validator: ConstraintValidator): ReadRow {
  const problems: Problem[] = [];
  const headingOf = (meaning: Meaning) => (layout.get(meaning) ?? layout.get("code"))?.heading ?? wholeRow;
  const cell = (meaning: Meaning) => cells[layout.get(meaning)?.position ?? -1]?.trim() ?? "";
  const report = (meaning: Meaning) => (reason: string) => problems.push({ column: headingOf(meaning), reason });
  for (const [meaning, { position }] of layout)
    if (cells[position]?.includes("\uFFFD")) report(meaning)("The cell contains bytes that are not valid UTF-8.");

  const code = cell("code");
  const { kind, value } = readValue(cell("value"), cell("valueType"), report("value"), report("valueType"));
  const status = readStatus(cell("status"), report("status"));
  const body: DiscountCodeBody = {
    code,
    aliased_codes: [],
    title: cell("title") || code,
    value_kind: kind,
    value_percent: kind === "percent" ? value : null,
    value_amount: kind === "amount" ? value : null,
    usage_limit: readLimit(cell("usageLimit"), report("usageLimit")),
    start_at: readTime(cell("start"), report("start")),
    ends_at: readTime(cell("end"), report("end")),
    status: status ?? "DRAFT",
  };
  const usageCount = readCount(cell("usageCount"), report("usageCount"));

  const violations = new Violations();
  validator.collect({ input: { body } }, violations);
  const { patch } = readBody(body, { creating: true, path, ownAliases: [], violations });
  checkCrossFieldRules(withDefaults(patch), patch, path, violations);
  const isTitled = cell("title") !== "";
  for (const { field, message } of violations.list) {
    const meaning = meaningOfKey[field[path.length] ?? ""] ?? "code";
    // A row without a title uses its code as its title. Reports problems of the title as problems of the code.
    if (meaning === "title" && !isTitled) continue;
    report(meaning)(message);
  }
  return { fields: withDefaults(patch) as DiscountCodeFields, usageCount, status, problems };
}
