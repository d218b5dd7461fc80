import { addLookUpFault, type LookUp } from "@offergraph/shared/errors/look-up";
import type { Violations } from "@offergraph/shared/errors/user-error";
import { type Ref, readRef } from "@offergraph/shared/schema/ref";
import { idOfName } from "@offergraph/shared/time/ids";
import type { FormSurface } from "../generated/types.js";
import type { Path } from "./fields.js";

interface BuiltIn {
  name: string;
  surface: FormSurface;
  /** Whether a placement needs a store connection, may have one, or has none because this service hosts the page. */
  connection: "required" | "optional" | "none";
}

const builtIn: readonly BuiltIn[] = [
  { name: "Store checkout", surface: "IN_PLATFORM", connection: "required" },
  { name: "Website", surface: "WEBSITE", connection: "optional" },
  { name: "Hosted page", surface: "EMAIL_SHAREABLE", connection: "none" },
  { name: "Email", surface: "EMAIL_SHAREABLE", connection: "none" },
];

/** A way in which forms reach people. */
export interface Channel {
  rowId: string;
  workspaceId: string;
  name: string;
  surface: FormSurface;
  requiresConnection: boolean;
  serviceHosted: boolean;
}

/** A workspace's channels. They are the same everywhere but for their ids, which follow from workspace and name: no table keeps them. */
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

/** The workspace's channel that a reference means, by id or exact name; undefined when there is none. */
export function channelMeant(workspaceId: string, ref: Ref): Channel | undefined {
  const { id, name } = readRef(ref);
  return channelsOf(workspaceId).find((channel) => (id === undefined ? channel.name === name : channel.rowId === id));
}

/** The workspace's channel with this id, which a placement keeps. Throws an Error when there is none: channels do not end. */
export function channelOfPlacement({ workspaceId, channelId }: { workspaceId: string; channelId: string }): Channel {
  const channel = channelMeant(workspaceId, channelId);
  if (!channel) throw new Error(`A placement is on the channel ${channelId}, which its workspace does not have.`);
  return channel;
}

/** Whether a placement on a channel may have a store connection. */
export const mayHaveConnection = ({ serviceHosted }: { serviceHosted: boolean }): boolean => !serviceHosted;

/**
 * Adds what is wrong with the connection that a placement on a channel is to have; on one that is not known, whether there is such a
 * connection. `connection`: what looking for it came to.
 */
export function checkConnection(
  channel: Channel | undefined,
  { connectionId, connection }: { connectionId: string | null | undefined; connection: LookUp<unknown> | undefined },
  path: Path,
  violations: Violations,
): void {
  if (channel?.requiresConnection && !connectionId)
    violations.add(path, "REQUIRED", `A placement on the channel ${channel.name} needs a store connection.`);
  else if (channel && connectionId && !mayHaveConnection(channel))
    violations.add(path, "INVALID", `A placement on the channel ${channel.name} has no store connection.`);
  else if (connection?.fault) addLookUpFault(violations, path, connection.fault, "connection");
}
