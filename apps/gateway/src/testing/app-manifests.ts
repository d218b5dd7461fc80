import { existsSync, readdirSync } from "node:fs";
import { type Manifest, manifestSchema } from "@offergraph/shared/schema/manifest";

const apps = new URL("../../../", import.meta.url);
const files = readdirSync(apps)
  .map((name) => ({ name, file: new URL(`${name}/src/manifest/manifest.ts`, apps) }))
  .filter(({ file }) => existsSync(file));

/**
 * Manifests that the services publish, by name of the app. Loads each manifest by URL, because the code of an app must not import another
 * app.
 */
export const appManifests: ReadonlyMap<string, Manifest> = new Map(
  await Promise.all(files.map(async ({ name, file }) => [name, manifestSchema.parse((await import(file.href)).manifest)] as const)),
);
