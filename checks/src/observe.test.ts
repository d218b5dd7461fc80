import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { findPrometheus } from "../../packages/dev-stack/src/prometheus-binary.js";
import { repository } from "../../packages/dev-stack/src/supervisor/apps.js";

const folder = path.join(repository, "deploy/observe/prometheus");
const read = (file: string) => readFileSync(path.join(repository, file), "utf8");

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; runbook: string };
}
interface RuleTest {
  name: string;
  alert_rule_test: { alertname: string; exp_alerts: unknown[] }[];
}

const rules = (parse(read("deploy/observe/prometheus/alerts.yml")) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
);
const tests = (parse(read("deploy/observe/prometheus/alerts.test.yml")) as { tests: RuleTest[] }).tests;
const names = rules.map(({ alert }) => alert);
const promtool = await findPrometheus("promtool");

describe("an alert rule", () => {
  it("has a section in the runbooks, to which its annotation refers", () => {
    const sections = [...read("docs/runbooks.md").matchAll(/^## (.+)$/gm)].map(([, title]) => title);
    expect(sections).toEqual(names);
    for (const { alert, annotations, labels } of rules) {
      expect(annotations.runbook).toBe(`docs/runbooks.md#${alert.toLowerCase()}`);
      expect(["page", "ticket"]).toContain(labels.severity);
    }
  });

  it("has a test in which it fires, and a test in which it does not fire", () => {
    const cases = tests.flatMap((test) => test.alert_rule_test.map((one) => `${one.alertname} ${one.exp_alerts.length > 0}`));
    expect(cases).toEqual(names.flatMap((name) => [`${name} true`, `${name} false`]));
  });

  // `npm run prove -- telemetry` always runs promtool.
  it.skipIf(promtool === undefined)("passes its tests in promtool", () => {
    const run = (...words: string[]) => execFileSync(promtool ?? "", words, { cwd: folder, encoding: "utf8" });
    expect(run("check", "rules", "alerts.yml")).toContain("SUCCESS");
    expect(run("test", "rules", "alerts.test.yml")).toContain("SUCCESS");
  });
});
