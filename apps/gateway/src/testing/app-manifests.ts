import { existsSync, readdirSync } from "node:fs";
import { publishedManifest } from "@offergraph/service/subgraph/published-manifest";
import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import type { Manifest } from "@offergraph/shared/schema/manifest";

const apps = new URL("../../../", import.meta.url);
const contracts = new URL("../packages/shared/src/contracts/events/", apps);
const files = readdirSync(apps)
  .map((name) => ({ name, file: new URL(`${name}/src/manifest/manifest.ts`, apps), events: new URL(`${name}.ts`, contracts) }))
  .filter(({ file }) => existsSync(file));

/** Definitions of the events of all services. */
export const eventDefinitions: readonly EventDefinition[] = (
  await Promise.all(files.map(async ({ events }) => Object.values((await import(events.href)) as Record<string, EventDefinition>)))
).flat();

/** Manifests without `emits`, by name of the app. Loaded by URL, because an app must not import another app. */
export const appManifests: ReadonlyMap<string, Manifest> = new Map(
  await Promise.all(
    files.map(async ({ name, file }) => {
      const own = eventDefinitions.filter(({ service }) => service === name);
      return [name, publishedManifest((await import(file.href)).manifest, {}, own)] as const;
    }),
  ),
);
