import { readFile } from "node:fs/promises";
import path from "node:path";
import { readDashboards } from "../dashboards/dashboard.js";
import { repository } from "../start-system.js";

const folder = path.join(repository, "deploy/observe");

export interface Expression {
  /** Dashboard and panel, or the alert. */
  place: string;
  text: string;
}

/** Returns the PromQL expressions in the panels of all dashboards. */
export async function panelExpressions(): Promise<Expression[]> {
  return [...(await readDashboards()).values()].flatMap(({ title, panels }) =>
    panels.flatMap((panel) => (panel.targets ?? []).map(({ expr }) => ({ place: `${title} / ${panel.title}`, text: expr }))),
  );
}

/** Returns the metrics of the alert rules. */
export async function alertExpressions(): Promise<Expression[]> {
  const text = await readFile(path.join(folder, "prometheus/alerts.yml"), "utf8");
  return text
    .split("- alert: ")
    .slice(1)
    .map((rule) => ({ place: rule.slice(0, rule.indexOf("\n")), text: rule.slice(rule.indexOf("expr:"), rule.indexOf("for:")) }));
}

/** Returns the names of the samples that an expression reads. */
export function metricsIn(expression: string): string[] {
  const withoutLabels = expression.replace(/\{[^}]*\}/g, "").replace(/\b(?:by|without) \([^)]*\)/g, "");
  return withoutLabels.match(/\b(?:(?:offergraph|nodejs|process)_\w+|up)\b/g) ?? [];
}

const suffixes: Record<string, readonly string[]> = { counter: ["_total"], histogram: ["_bucket", "_sum", "_count"] };

/** Returns the names of the samples in an OpenMetrics text, also of metrics that have no samples yet. */
export function samplesIn(text: string): string[] {
  return [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = "", type = ""]) =>
    (suffixes[type] ?? [""]).map((suffix) => name + suffix),
  );
}
