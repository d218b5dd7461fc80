import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { composeSupergraph } from "../../compose.js";
import { compareExecutors, compareWithReference } from "./compare.js";
import { type AuditFixture, type AuditRecord, subgraphSdl } from "./fixture.js";

export interface AuditCase {
  /** Feature that the case covers, as in docs/federation-audit.md. */
  readonly name: string;
  /** SDL of each subgraph, without the `@link` to the federation spec. */
  readonly subgraphs: Readonly<Record<string, string>>;
  /** Creates the records. Each case has its own records, because some subgraphs change records. */
  readonly fixture?: () => AuditFixture;
  readonly queries?: readonly string[];
  /** Error if the gateway rejects the supergraph. */
  readonly refused?: RegExp;
}

export function record(__typename: string, fields: Record<string, unknown>): AuditRecord {
  return { __typename, ...fields };
}

const page = readFileSync(new URL("../../../../../../docs/federation-audit.md", import.meta.url), "utf8");

/** Tests the cases of one topic on both executors. Compares the list of cases with docs/federation-audit.md. */
export function audit(topic: string, cases: readonly AuditCase[]): void {
  describe(topic, () => {
    for (const each of cases) {
      if (each.refused) {
        it(`${each.name}: refused`, () => expectRefusal(each));
        continue;
      }
      for (const executor of ["compiled", "apollo"] as const) it(`${each.name}: ${executor}`, () => compareWithReference(each, executor));
      it(`${each.name}: unavailable subgraphs`, () => compareExecutors(each));
    }
    it("docs/federation-audit.md lists these cases with their results", () => {
      const [, section = ""] = page.split(new RegExp(`^## ${topic}$`, "m"));
      const rows = section.split(/^## /m)[0]?.match(/^\| .* \|$/gm) ?? [];
      expect(rows.slice(2)).toEqual(cases.map(({ name, refused }) => `| ${name} | ${refused ? "refused" : "equal"} |`));
    });
  });
}

function expectRefusal({ subgraphs, refused }: AuditCase): void {
  const composition = composeSupergraph(Object.entries(subgraphs).map(([name, sdl]) => ({ name, sdl: subgraphSdl(sdl) })));
  expect("errors" in composition ? composition.errors[0] : undefined).toMatch(refused as RegExp);
}
