import { existsSync, readdirSync } from "node:fs";
import { type Manifest, manifestSchema } from "@offergraph/shared/schema/manifest";

const apps = new URL("../../../", import.meta.url);
const files = readdirSync(apps)
  .map((name) => ({ name, file: new URL(`${name}/src/manifest/manifest.ts`, apps) }))
  .filter(({ file }) => existsSync(file));

/** Manifests of the apps by name, as their services publish them. Loads the manifests by URL, because apps never import apps. */
export const appManifests: ReadonlyMap<string, Manifest> = new Map(
  await Promise.all(files.map(async ({ name, file }) => [name, manifestSchema.parse((await import(file.href)).manifest)] as const)),
);
