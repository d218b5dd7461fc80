import { z } from "zod";

const licenseSchema = z.union([
  z.object({ expression: z.string() }).transform(({ expression }) => expression),
  z
    .object({ license: z.object({ id: z.string().optional(), name: z.string().optional() }) })
    .transform(({ license }) => license.id ?? license.name ?? ""),
]);

/** The parts of a CycloneDX document that the checks read. */
export const sbomSchema = z.looseObject({
  bomFormat: z.literal("CycloneDX"),
  components: z.array(
    z.looseObject({
      name: z.string(),
      version: z.string(),
      purl: z.string(),
      licenses: z.array(licenseSchema).default([]),
      properties: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
    }),
  ),
});

type Sbom = z.infer<typeof sbomSchema>;

/** Licenses of packages that a service may use at run time. docs/licenses.md describes the conditions of Elastic-2.0. */
const allowedLicenses: ReadonlySet<string> = new Set([
  ...["(MIT AND BSD-3-Clause)", "0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BlueOak-1.0.0", "CC0-1.0", "ISC", "MIT"],
  ...["(MIT AND Zlib)", "MPL-2.0", "Python-2.0", "Unlicense", "Elastic-2.0"],
]);

/** Returns the components whose license is missing or not allowed. The license of own packages is in LICENSE. */
export function findForbiddenLicenses({ components }: Sbom): string[] {
  return components
    .filter(({ purl }) => !purl.startsWith("pkg:npm/%40offergraph/"))
    .filter(({ licenses }) => licenses.length === 0 || licenses.some((license) => !allowedLicenses.has(license)))
    .map(({ name, version, licenses }) => `${name} ${version}: ${licenses.join(", ") || "no license"}`);
}
