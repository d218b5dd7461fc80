import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { repository } from "../../packages/dev-stack/src/supervisor/apps.js";

const folder = "scripts/proofs/mutants";
const patches = readdirSync(path.join(repository, folder));

it.each(patches)("the mutant patch %s applies to the code", (patch) => {
  const apply = () => execFileSync("git", ["apply", "--check", path.join(folder, patch)], { cwd: repository, encoding: "utf8" });
  expect(apply).not.toThrow();
});

it("there are mutant patches", () => expect(patches).not.toEqual([]));
