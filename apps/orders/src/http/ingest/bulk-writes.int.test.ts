import { BulkWrites } from "@offergraph/service/outbox/bulk-writes";
import { polling } from "@offergraph/testkit/timeouts";
import { expect, inject, it, onTestFinished, vi } from "vitest";
import { startEventsFixture } from "../../testing/events-fixture.js";
import { addConnection, sentOrder, streamRecords } from "../../testing/send.js";

it("the relay of a stream's events reads the bulk writes that the stream begins", async () => {
  const [begin, has] = [vi.spyOn(BulkWrites.prototype, "begin"), vi.spyOn(BulkWrites.prototype, "has")];
  onTestFinished(() => {
    begin.mockRestore();
    has.mockRestore();
  });
  const fixture = await startEventsFixture(inject("adminUrl"));
  onTestFinished(() => fixture.stop());
  const client = fixture.client();
  const connectionId = await addConnection(fixture, client);
  await streamRecords(
    fixture,
    client,
    "orders",
    Array.from({ length: 200 }, () => sentOrder()),
    { connectionId },
  );
  await vi.waitFor(() => expect(has.mock.calls).toContainEqual([client.workspaceId]), polling);
  expect(has.mock.contexts).toContain(begin.mock.contexts[0]);
});
