import type { Channel } from "./channels.js";
import { formStatuses, valueOfOrdinal } from "./ordinals.js";

/** Fields that determine if a form accepts responses. Times are in UTC with milliseconds. */
export interface OpenForm {
  status: number;
  startsAt: string | null;
  endsAt: string | null;
  enableEndsAt: boolean;
}

export interface OpenPlacement {
  published: boolean;
  connectionId: string | null;
  config: Record<string, unknown>;
}

export function problemsOfForm({ status, startsAt, endsAt, enableEndsAt }: OpenForm, now: Date): string[] {
  const name = valueOfOrdinal(formStatuses, status);
  const time = now.getTime();
  return [
    ...(name === "PUBLISHED" ? [] : [`The form is not published; its status is ${name}.`]),
    ...(startsAt !== null && time < Date.parse(startsAt) ? [`The form does not accept responses before ${startsAt}.`] : []),
    ...(enableEndsAt && endsAt !== null && time >= Date.parse(endsAt) ? [`The form stopped accepting responses at ${endsAt}.`] : []),
  ];
}

/**
 * Returns the reasons why a placement does not accept responses. Omits problems of the form. `hasConnection` is false if the placement's
 * store connection was removed.
 */
export function problemsOfPlacement(
  { published, connectionId, config }: OpenPlacement,
  channel: Channel,
  hasConnection: boolean,
): string[] {
  const origins = config.allowed_origins;
  return [
    ...(published ? [] : ["The placement is not published."]),
    ...(channel.requiresConnection && connectionId === null ? [`The channel ${channel.name} requires a store connection.`] : []),
    ...(connectionId !== null && !hasConnection ? ["The placement's store connection no longer exists in the workspace."] : []),
    ...(channel.surface === "WEBSITE" && !(Array.isArray(origins) && origins.length > 0)
      ? ["Web pages cannot load the form because the placement's setting `allowed_origins` is empty."]
      : []),
  ];
}
