import { expect, it } from "vitest";
import { findForbiddenLicenses, sbomSchema } from "./sbom.js";

const component = (name: string, licenses: object[]) => ({ name, version: "1.0.0", purl: `pkg:npm/${name}@1.0.0`, licenses });

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
