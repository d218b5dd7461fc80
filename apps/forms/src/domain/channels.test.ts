import { newId } from "@offergraph/shared/time/ids";
import { describe, expect, it } from "vitest";
import { channelMeant, channelsOf } from "./channels.js";

const workspaceId = "0190a000-0000-7000-8000-000000000001";

describe("a workspace's channels", () => {
  it("include one that requires a connection and two that this service hosts", () => {
    expect(
      channelsOf(workspaceId).map(({ name, surface, requiresConnection, serviceHosted }) => [
        name,
        surface,
        requiresConnection,
        serviceHosted,
      ]),
    ).toEqual([
      ["Store checkout", "IN_PLATFORM", true, false],
      ["Website", "WEBSITE", false, false],
      ["Hosted page", "EMAIL_SHAREABLE", false, true],
      ["Email", "EMAIL_SHAREABLE", false, true],
    ]);
  });

  it("have stable ids, distinct between workspaces", () => {
    expect(channelsOf(workspaceId)[1]?.rowId).toBe("6cd39eca-c2ff-5831-be3e-9dc9852f3bf2");
    const ids = new Set([...channelsOf(workspaceId), ...channelsOf(newId())].map(({ rowId }) => rowId));
    expect(ids.size).toBe(8);
  });

  it("are found by case-insensitive id and exact name", () => {
    for (const channel of channelsOf(workspaceId)) {
      expect(channelMeant(workspaceId, channel.rowId.toUpperCase())).toEqual(channel);
      expect(channelMeant(workspaceId, channel.name)).toEqual(channel);
      expect(channelMeant(workspaceId, { name: channel.name })).toEqual(channel);
      expect(channelMeant(workspaceId, { name: channel.rowId })).toBeUndefined();
      expect(channelMeant(newId(), channel.rowId)).toBeUndefined();
    }
    expect(channelMeant(workspaceId, "website")).toBeUndefined();
  });
});
