import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { writeProductionTree } from "./production-tree.js";
import { findForbiddenLicenses, sbomSchema } from "./sbom.js";

const component = (name: string, licenses: object[]) => ({
  name,
  version: "1.0.0",
  purl: `pkg:npm/${name.replace("@", "%40")}@1.0.0`,
  licenses,
});

it("finds components with a forbidden license or without a license", () => {
  const sbom = sbomSchema.parse({
    bomFormat: "CycloneDX",
    components: [
      component("free", [{ license: { id: "MIT" } }]),
      component("both", [{ expression: "(MIT AND Zlib)" }]),
      component("copyleft", [{ license: { id: "AGPL-3.0-only" } }]),
      component("unknown", []),
      component("@offergraph/service", []),
    ],
  });
  expect(findForbiddenLicenses(sbom)).toEqual(["copyleft 1.0.0: AGPL-3.0-only", "unknown 1.0.0: no license"]);
});

const folder = mkdtempSync(path.join(tmpdir(), "offergraph-sbom-"));
afterAll(() => rmSync(folder, { recursive: true }));

it("describes an app without development dependencies and without other apps", () => {
  writeProductionTree("orders", folder);
  const { workspaces } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as { workspaces: string[] };
  expect(workspaces.sort()).toEqual(["apps/orders", "packages/service", "packages/shared"]);
  for (const own of workspaces) expect(existsSync(path.join(folder, own, "package.json"))).toBe(true);
  const { packages } = JSON.parse(readFileSync(path.join(folder, "package-lock.json"), "utf8")) as { packages: Record<string, object> };
  expect(Object.keys(packages)).toEqual(expect.arrayContaining(["node_modules/@offergraph/service", "node_modules/zod"]));
  expect(Object.keys(packages)).not.toContain("node_modules/@offergraph/dev-stack");
  for (const entry of Object.values(packages)) expect(entry).not.toHaveProperty("devDependencies");
});
