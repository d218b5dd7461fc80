import { addLookUpError, type LookUp } from "@offergraph/shared/errors/look-up-error";
import type { Violations } from "@offergraph/shared/errors/user-error";
import { type Ref, readRef } from "@offergraph/shared/schema/ref";
import { idOfName } from "@offergraph/shared/time/ids";
import type { FormSurface } from "../generated/types.js";
import type { Path } from "./fields.js";

interface BuiltIn {
  name: string;
  surface: FormSurface;
  /** Store connection of a placement; `none` for pages that this service hosts. */
  connection: "required" | "optional" | "none";
}

const builtIn: readonly BuiltIn[] = [
  { name: "Store checkout", surface: "IN_PLATFORM", connection: "required" },
  { name: "Website", surface: "WEBSITE", connection: "optional" },
  { name: "Hosted page", surface: "EMAIL_SHAREABLE", connection: "none" },
  { name: "Email", surface: "EMAIL_SHAREABLE", connection: "none" },
];

export interface Channel {
  rowId: string;
  workspaceId: string;
  name: string;
  surface: FormSurface;
  requiresConnection: boolean;
  serviceHosted: boolean;
}

/** Returns a workspace's channels. They are built in and not stored; their ids derive from the workspace id and the name. */
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

/** Returns a placement's channel. Throws if it does not exist: channels are never removed. */
export function channelOfPlacement({ workspaceId, channelId }: { workspaceId: string; channelId: string }): Channel {
  const channel = channelMeant(workspaceId, channelId);
  if (!channel) throw new Error(`Invariant violated: no channel ${channelId} in the placement's workspace ${workspaceId}.`);
  return channel;
}

export const mayHaveConnection = ({ serviceHosted }: { serviceHosted: boolean }): boolean => !serviceHosted;

/** Adds a violation if the channel does not allow the connection or requires one, or if the connection lookup failed. */
export function checkConnection(
  channel: Channel | undefined,
  { connectionId, connection }: { connectionId: string | null | undefined; connection: LookUp<unknown> | undefined },
  path: Path,
  violations: Violations,
): void {
  if (channel?.requiresConnection && !connectionId)
    violations.add(path, "REQUIRED", `A placement on the channel ${channel.name} requires a store connection.`);
  else if (channel && connectionId && !mayHaveConnection(channel))
    violations.add(path, "INVALID", `A placement on the channel ${channel.name} must not have a store connection; omit it.`);
  else if (connection?.fault) addLookUpError(violations, path, connection.fault, "connection");
}
