import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import { batchesByGroup } from "./batches-by-group.js";
import { textOf } from "./in-flight.js";
import { changesNothingKept, type KeptFields } from "./kept-fields.js";
import type { Message } from "./process-message.js";

/** The part of an event that a consumer's `filter` reads. */
export type FilteredEvent<Definition extends EventDefinition> =
  Definition extends EventDefinition<infer Data, infer Subject> ? { readonly type: Subject; readonly data: Data } : never;

export type EventFilter<Definition extends EventDefinition> = (event: FilteredEvent<Definition>) => boolean;

/** Returns true if the consumer has work for the workspace's events. */
export type IsNeeded = (workspaceId: string) => Promise<boolean>;

/**
 * Returns a function that decides if an event can be acknowledged without validation. If the filter throws an error for a malformed event,
 * the event is not skipped.
 */
export function eventSkipper<Definition extends EventDefinition>(keeps: KeptFields, filter: EventFilter<Definition> | undefined) {
  return (json: unknown): boolean => {
    if (changesNothingKept(keeps, json)) return true;
    try {
      return filter?.(json as FilteredEvent<Definition>) === false;
    } catch {
      return false;
    }
  };
}

/**
 * Returns a function that calls `isNeeded` after a message arrives. Messages that arrive during a call share the workspace's next call. If
 * `isNeeded` fails, returns true.
 */
export function needChecker(isNeeded: IsNeeded, maxItems: number): (message: Message) => Promise<boolean> {
  const workspaceOf = ({ json }: Message) => textOf((json as { workspaceid?: unknown } | null | undefined)?.workspaceid);
  return batchesByGroup<Message, boolean>({
    concurrency: 2,
    maxItems: () => maxItems,
    groupOf: workspaceOf,
    work: ([first]) => (first ? isNeeded(workspaceOf(first)).catch(() => true) : Promise.resolve(true)),
  });
}
