/** Request header that marks a dry run. Clients send the header to the gateway, and the gateway sends the header to the services. */
export const dryRunHeader = "dry-run";

const values: Readonly<Record<string, boolean>> = { true: true, "1": true, false: false, "0": false };

/** Reads the value of the header. Returns undefined if the value is not allowed. */
export function parseDryRun(value: string): boolean | undefined {
  const name = value.trim().toLowerCase();
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

/** A dry run's report about the consequences of a mutation. */
export interface DryRunReport {
  /** Name of the mutation. */
  operation: string;
  /** The first 100 events that the mutation would emit. `recordId` is the `subject` of the CloudEvent. */
  events: { type: string; recordId: string }[];
  eventCount: number;
  /** Number of tasks that the service would queue, by task name, for example `storePushes`. */
  queued: Record<string, number>;
  /** Notes about effects that the dry run did not simulate, or that would occur later. */
  notes: string[];
}

/** The value of `extensions.dryRun` in a response: one report for each mutation, in execution order. */
export interface DryRunExtension {
  mutations: DryRunReport[];
}

/** Describes the report of a dry run in one line, for a person or a language model. */
export function dryRunText({ events, eventCount, queued, notes }: DryRunReport): string {
  const types = [...new Set(events.map(({ type }) => type))];
  const tasks = Object.entries(queued).map(([name, count]) => `, ${name}: ${count}`);
  const counts = `The call would emit or queue the following. Events: ${eventCount}${types.length > 0 ? ` (${types.join(", ")})` : ""}`;
  return ["Dry run: nothing was changed.", `${counts}${tasks.join("")}.`, ...notes].join(" ");
}
