import { defineEvent } from "@offergraph/shared/contracts/define-event";
import { defineWarnings } from "@offergraph/shared/errors/warning";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { mutationFor } from "../tx/mutation.js";
import { publishedManifest } from "./published-manifest.js";
import { query } from "./query.js";

const made = defineEvent({
  subject: "offergraph.shop.thing.made.v1",
  description: "A thing was made.",
  recordId: "the thing's rowId",
  data: z.object({ rowId: z.guid(), at: z.iso.datetime({ precision: 3 }), note: z.string().nullable().optional() }),
});
const packed = defineEvent({
  subject: "offergraph.shop.thing.packed.v1",
  description: "A thing was packed.",
  recordId: "the thing's rowId",
  isInternal: true,
  data: z.object({ rowId: z.guid() }),
});
const mutation = mutationFor<never>();
const kinds = defineWarnings({
  LOOSE: { cause: "A thing is loose.", operation: "make_thing", why: "Pack it." },
  OLD: { cause: "A thing is old.", operation: "make_thing", why: "Make another." },
});
const resolvers = {
  Query: { get_thing: query({ warns: [kinds.LOOSE, kinds.OLD] }, () => null), list_things: () => [] },
  Mutation: {
    make_thing: mutation({ emits: [made, packed], warns: [kinds.LOOSE] }, async () => ({})),
    look_at_thing: mutation({ emits: [] }, async () => ({})),
  },
};

describe("the manifest that a service serves", () => {
  it("has the public events with their JSON Schemas, and the public events of each mutation", () => {
    const { events, emits, guide } = publishedManifest({ guide: { manages: "things" } }, resolvers, [packed, made]);
    expect(guide.manages).toBe("things");
    expect(emits).toEqual({ make_thing: [made.subject], look_at_thing: [] });
    expect(events).toEqual([
      {
        subject: made.subject,
        description: "A thing was made.",
        recordId: "the thing's rowId",
        schema: {
          type: "object",
          properties: {
            rowId: { type: "string", format: "uuid" },
            at: { type: "string", format: "date-time" },
            note: { type: ["string", "null"] },
          },
          required: ["rowId", "at"],
          additionalProperties: false,
        },
      },
    ]);
  });

  it("has the warnings that each operation declares, and those of the jobs at get_job", () => {
    const [loose, old] = [
      { code: "LOOSE", cause: "A thing is loose.", next: { operation: "make_thing", why: "Pack it." } },
      { code: "OLD", cause: "A thing is old.", next: { operation: "make_thing", why: "Make another." } },
    ];
    const given = [{}, resolvers, [packed, made]] as const;
    expect(publishedManifest(...given).warnings).toEqual({ make_thing: [loose], get_thing: [loose, old] });
    expect(publishedManifest(...given, [kinds.OLD]).warnings).toEqual({ make_thing: [loose], get_thing: [loose, old], get_job: [old] });
  });

  it("rejects a mutation that emits an event of which the service does not know", () => {
    expect(() => publishedManifest({}, resolvers, [made])).toThrow(
      "The mutation make_thing emits offergraph.shop.thing.packed.v1, which is not an event of this service.",
    );
  });
});
