import { describe, expect, it } from "vitest";
import { z } from "zod";
import { type EventDetails, pendingEvent } from "./cloud-event.js";
import { defineEvent } from "./define-event.js";
import { InvalidEvent, parseEvent } from "./parse-event.js";

const made = defineEvent({
  subject: "offergraph.shop.thing.made.v1",
  description: "Made.",
  recordId: "the id",
  data: z.object({ size: z.int() }),
});
const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
const details: EventDetails<{ size: number }> = {
  workspaceId: "0198c0de-0000-7000-8000-000000000001",
  recordId: "one",
  data: { size: 3 },
  actor: { keyId: "k", memberId: "m" },
  time: new Date("2026-01-02T03:04:05.678Z"),
  requestId: "r",
  traceparent,
};

describe("an event", () => {
  it("is a CloudEvent 1.0 with workspace, actor, request and trace as extension attributes", () => {
    const { event, headers } = pendingEvent(made, details);
    expect(event).toEqual({
      specversion: "1.0",
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      source: "/offergraph/shop",
      type: "offergraph.shop.thing.made.v1",
      subject: "one",
      time: "2026-01-02T03:04:05.678Z",
      datacontenttype: "application/json",
      workspaceid: details.workspaceId,
      actorkeyid: "k",
      actormemberid: "m",
      requestid: "r",
      traceparent,
      data: { size: 3 },
    });
    expect(headers).toEqual({ traceparent });
    for (const name of Object.keys(event)) expect(name).toMatch(/^[a-z0-9]+$/);
  });

  it("is parsed unchanged, and the parser ignores unknown attributes", () => {
    const { event } = pendingEvent(made, details);
    const { data, workspaceId, recordId, actor, time, requestId } = details;
    const received = parseEvent([made], JSON.parse(JSON.stringify({ ...event, vendorthing: 1 })));
    expect(received).toEqual({ id: event.id, type: made.subject, data, workspaceId, recordId, actor, time, requestId, traceparent });
  });

  it("omits a missing actor, request and trace", () => {
    const { event, headers } = pendingEvent(made, { ...details, actor: null, requestId: undefined, traceparent: undefined });
    expect(Object.keys(event)).not.toEqual(expect.arrayContaining(["actorkeyid"]));
    expect(headers).toEqual({});
    expect(parseEvent([made], JSON.parse(JSON.stringify(event)))?.actor).toBeNull();
  });

  it("with invalid data is rejected by producer and consumer with an error that names only the field", () => {
    const wrong = { size: "secret" } as unknown as { size: number };
    expect(() => pendingEvent(made, { ...details, data: wrong })).toThrow(/made\.v1 has invalid data: size: (?!.*secret)/);
    const { event } = pendingEvent(made, details);
    expect(() => parseEvent([made], { ...event, data: wrong })).toThrow(InvalidEvent);
    expect(() => parseEvent([made], { ...event, workspaceid: "nowhere" })).toThrow("workspaceid");
    expect(() => parseEvent([made], undefined)).toThrow(InvalidEvent);
  });

  it("of an unknown type is not an error", () => {
    expect(parseEvent([made], { ...pendingEvent(made, details).event, type: "offergraph.shop.thing.made.v2" })).toBeUndefined();
  });
});

describe("defineEvent", () => {
  it("reads service and entity from the subject, and rejects a malformed subject", () => {
    expect(made).toMatchObject({ service: "shop", entity: "thing" });
    for (const subject of ["offergraph.shop.made.v1", "offergraph.shop.thing.made.v0", "offergraph.Shop.thing.made.v1"] as const)
      expect(() => defineEvent({ ...made, subject: subject as typeof made.subject })).toThrow(subject);
  });
});
