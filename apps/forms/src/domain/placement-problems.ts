import type { Channel } from "./channels.js";
import { formStatuses, valueOfOrdinal } from "./ordinals.js";

/** Fields of a form that decide if it accepts responses. Times: UTC with milliseconds. */
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
    ...(name === "PUBLISHED" ? [] : [`The form is not published: it is ${name}.`]),
    ...(startsAt !== null && time < Date.parse(startsAt) ? [`The form accepts responses from ${startsAt}.`] : []),
    ...(enableEndsAt && endsAt !== null && time >= Date.parse(endsAt) ? [`The form stopped accepting responses at ${endsAt}.`] : []),
  ];
}

/** Reasons why a placement does not accept responses, apart from its form's. `hasConnection`: false if its connection was removed. */
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
      ? ["No web page can load the form: config.allowed_origins is empty."]
      : []),
  ];
}
