import { addLookUpError, type LookUp } from "@offergraph/shared/errors/look-up-error";
import type { Violations } from "@offergraph/shared/errors/user-error";
import { type Ref, readRef } from "@offergraph/shared/schema/ref";
import { idOfName } from "@offergraph/shared/time/ids";
import type * as generated from "../generated/types.js";
import type { Path } from "./fields.js";

interface BuiltIn {
  name: string;
  surface: generated.FormSurface;
  /** Specifies if placements on the channel need a store connection. The value is `none` for channels whose pages this service hosts. */
  connection: "required" | "optional" | "none";
}

const builtIn: readonly BuiltIn[] = [
  { name: "Store checkout", surface: "IN_PLATFORM", connection: "required" },
  { name: "Website", surface: "WEBSITE", connection: "optional" },
  { name: "Hosted page", surface: "EMAIL_SHAREABLE", connection: "none" },
  { name: "Email", surface: "EMAIL_SHAREABLE", connection: "none" },
];

export type Channel = Omit<generated.Channel, "connections">;

/** Returns a workspace's channels. Channels are not stored: each id derives from the workspace id and the channel's name. */
export function channelsOf(workspaceId: string): Channel[] {
  return builtIn.map(({ name, surface, connection }) => ({
    rowId: idOfName(workspaceId, name),
    workspaceId,
    name,
    surface,
    requiresConnection: connection === "required",
    serviceHosted: connection === "none",
  }));
}

export function channelMeant(workspaceId: string, ref: Ref): Channel | undefined {
  const { id, name } = readRef(ref);
  return channelsOf(workspaceId).find((channel) => (id === undefined ? channel.name === name : channel.rowId === id));
}

export function channelOfPlacement({ workspaceId, channelId }: { workspaceId: string; channelId: string }): Channel {
  const channel = channelMeant(workspaceId, channelId);
  if (!channel) throw new Error(`Invariant violated: no channel ${channelId} in the placement's workspace ${workspaceId}.`);
  return channel;
}

export const mayHaveConnection = ({ serviceHosted }: { serviceHosted: boolean }): boolean => !serviceHosted;

export function checkConnection(
  channel: Channel | undefined,
  { connectionId, connection }: { connectionId: string | null | undefined; connection: LookUp<unknown> | undefined },
  path: Path,
  violations: Violations,
): void {
  if (channel?.requiresConnection && !connectionId)
    violations.add(path, "REQUIRED", `A placement on the channel ${channel.name} requires a store connection.`);
  else if (channel && connectionId && !mayHaveConnection(channel))
    violations.add(path, "INVALID", `A placement on the channel ${channel.name} must not have a store connection; omit connectionId.`);
  else if (connection?.fault) addLookUpError(violations, path, connection.fault, "connection");
}

/** An empty list allows all surfaces. */
const allows = (surfaces: readonly generated.FormSurface[], surface: generated.FormSurface) =>
  surfaces.length === 0 || surfaces.includes(surface);

export function checkChannelSurface(
  surfaces: readonly generated.FormSurface[],
  { name, surface }: Channel,
  path: Path,
  violations: Violations,
): void {
  if (allows(surfaces, surface)) return;
  violations.add(
    path,
    "INVALID",
    `The channel ${name} has the surface ${surface}; the form allows ${surfaces.join(", ")}. Use another channel, or add the surface with update_form.`,
  );
}

export function checkSurfacesInUse(
  surfaces: readonly generated.FormSurface[],
  channels: readonly Channel[],
  path: Path,
  violations: Violations,
): void {
  const inUse = channels.filter(({ surface }) => !allows(surfaces, surface));
  if (inUse.length === 0) return;
  const listed = [...new Set(inUse.map(({ name, surface }) => `${name} (${surface})`))].join(", ");
  violations.add(path, "IN_USE", `The form has placements on ${listed}; remove them first, or keep the surface.`);
}
