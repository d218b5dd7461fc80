import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import { type Manifest, type ManifestInput, manifestSchema } from "@offergraph/shared/schema/manifest";
import { z } from "zod";

/**
 * Returns the manifest that a service serves: the app's manifest, the public events with their JSON Schemas, and the events that each
 * mutation declares with `mutation({ emits })`. Throws an Error if a mutation declares an event that is not in `events`.
 */
export function publishedManifest(manifest: ManifestInput, resolvers: object, events: readonly EventDefinition[]): Manifest {
  const published = events
    .filter(({ isInternal }) => !isInternal)
    .map(describe)
    .sort((one, other) => (one.subject < other.subject ? -1 : 1));
  return manifestSchema.parse({ ...manifest, events: published, emits: emitsOf(resolvers, events) });
}

function describe({ subject, description, recordId, data }: EventDefinition): Manifest["events"][number] {
  const { $schema: _, ...schema } = z.toJSONSchema(data, {
    // A format such as "uuid" implies the pattern, which is long.
    override: ({ jsonSchema }) => {
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
    },
  });
  return { subject, description, recordId, schema };
}

function emitsOf(resolvers: object, events: readonly EventDefinition[]): Record<string, string[]> {
  const { Mutation = {} } = resolvers as { Mutation?: Record<string, { emits?: readonly EventDefinition[] }> };
  return Object.fromEntries(
    Object.entries(Mutation).map(([name, { emits = [] }]) => {
      const unknown = emits.find(({ subject }) => !events.some((event) => event.subject === subject));
      if (unknown) throw new Error(`The mutation ${name} emits ${unknown.subject}, which is not an event of this service.`);
      return [name, emits.filter(({ isInternal }) => !isInternal).map(({ subject }) => subject)];
    }),
  );
}
