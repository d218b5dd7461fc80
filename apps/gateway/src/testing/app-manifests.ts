import { existsSync, readdirSync } from "node:fs";
import { type Manifest, manifestSchema } from "@offergraph/shared/schema/manifest";

const apps = new URL("../../../", import.meta.url);
const files = readdirSync(apps)
  .map((name) => ({ name, file: new URL(`${name}/src/manifest/manifest.ts`, apps) }))
  .filter(({ file }) => existsSync(file));

/** The manifests that the services of the apps publish, by app name. Loads the manifests by URL, because apps never import apps. */
export const appManifests: ReadonlyMap<string, Manifest> = new Map(
  await Promise.all(files.map(async ({ name, file }) => [name, manifestSchema.parse((await import(file.href)).manifest)] as const)),
);
