import type { Channel } from "./channels.js";
import { formStatuses, valueOfRank } from "./ranks.js";

/** What of a form decides whether it takes responses. Times: UTC with milliseconds. */
export interface OpenForm {
  status: number;
  startsAt: string | null;
  endsAt: string | null;
  enableEndsAt: boolean;
}

/** What of a placement decides it. */
export interface OpenPlacement {
  published: boolean;
  connectionId: string | null;
  config: Record<string, unknown>;
}

/** What keeps a form from taking responses at this time, as sentences; nothing when it takes them. */
export function problemsOfForm({ status, startsAt, endsAt, enableEndsAt }: OpenForm, now: Date): string[] {
  const name = valueOfRank(formStatuses, status);
  const time = now.getTime();
  return [
    ...(name === "PUBLISHED" ? [] : [`The form is not published: it is ${name}.`]),
    ...(startsAt !== null && time < Date.parse(startsAt) ? [`The form takes responses from ${startsAt} on.`] : []),
    ...(enableEndsAt && endsAt !== null && time >= Date.parse(endsAt) ? [`The form has taken responses until ${endsAt}.`] : []),
  ];
}

/** What keeps a placement from taking responses, apart from its form. `hasConnection`: whether the workspace has its connection. */
export function problemsOfPlacement(
  { published, connectionId, config }: OpenPlacement,
  channel: Channel,
  hasConnection: boolean,
): string[] {
  const origins = config.allowed_origins;
  return [
    ...(published ? [] : ["The placement is not published."]),
    ...(channel.requiresConnection && connectionId === null ? [`The channel ${channel.name} needs a store connection.`] : []),
    ...(connectionId !== null && !hasConnection ? ["The workspace does not have the placement's store connection any more."] : []),
    ...(channel.surface === "WEBSITE" && !(Array.isArray(origins) && origins.length > 0)
      ? ["No web page may load the form: the config has no allowed_origins."]
      : []),
  ];
}
