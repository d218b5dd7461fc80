import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import type { WarningKind } from "@offergraph/shared/errors/warning";
import { type Manifest, type ManifestInput, manifestSchema } from "@offergraph/shared/schema/manifest";
import { z } from "zod";

/**
 * Returns the manifest that a service serves. Adds the public events, and each operation's events and warnings, to the app's manifest.
 * `jobWarnings` are the warnings of the service's jobs. Throws an Error if a mutation declares an event that is not in `events`.
 */
export function publishedManifest(
  manifest: ManifestInput,
  resolvers: object,
  events: readonly EventDefinition[],
  jobWarnings: readonly WarningKind[] = [],
): Manifest {
  const published = events
    .filter(({ isInternal }) => !isInternal)
    .map(describe)
    .sort((one, other) => (one.subject < other.subject ? -1 : 1));
  const warnings = warningsOf(resolvers, jobWarnings);
  return manifestSchema.parse({ ...manifest, events: published, emits: emitsOf(resolvers, events), warnings });
}

function describe({ subject, description, recordId, data }: EventDefinition): Manifest["events"][number] {
  const { $schema: _, ...schema } = z.toJSONSchema(data, {
    // Omits the long pattern of a format such as "uuid", because clients know the format by its name.
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

/** The operation that returns jobs and job warnings of all services. */
const jobOperation = "get_job";

/** Omits operations without warnings. */
function warningsOf(resolvers: object, jobWarnings: readonly WarningKind[]): Record<string, WarningKind[]> {
  const { Query = {}, Mutation = {} } = resolvers as Record<string, Record<string, { warns?: readonly WarningKind[] }> | undefined>;
  const declared = Object.entries({ ...Query, ...Mutation }).map(([name, { warns = [] }]): [string, WarningKind[]] => [name, [...warns]]);
  const ofJobs: [string, WarningKind[]] = [jobOperation, [...jobWarnings]];
  return Object.fromEntries([...declared, ofJobs].filter(([, kinds]) => kinds.length > 0));
}
