import { describe, expect, it } from "vitest";
import { z } from "zod";
import { defineEvent } from "./define-event.js";
import { describeEvent } from "./describe-event.js";

describe("describeEvent", () => {
  it("describes every field", () => {
    const data = z.object({
      id: z.guid(),
      at: z.iso.datetime().nullable(),
      kind: z.enum(["a", "b"]),
      tags: z.record(z.string(), z.int()),
      places: z.array(z.object({ name: z.string() })),
      note: z.string().nullable().optional(),
    });
    const event = defineEvent({ subject: "offergraph.shop.thing.made.v1", description: "Made.", recordId: "the id", data });
    expect(describeEvent(event)).toEqual({
      subject: "offergraph.shop.thing.made.v1",
      service: "shop",
      description: "Made.",
      recordId: "the id",
      isInternal: false,
      fields: [
        { name: "id", type: "uuid", required: true },
        { name: "at", type: "date-time or null", required: true },
        { name: "kind", type: "one of `a`, `b`", required: true },
        { name: "tags", type: "object with values of the type integer", required: true },
        { name: "places", type: "array of objects { name: string }", required: true },
        { name: "note", type: "string or null", required: false },
      ],
    });
  });
});
