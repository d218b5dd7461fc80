import { describe, expect, it } from "vitest";
import { realTools } from "./testing/real-tools.js";
import { annotationsOf } from "./tool.js";

const { tools } = realTools();

describe("annotationsOf", () => {
  it("gives a mutation without effects the most cautious hints", () => {
    expect(annotationsOf("mutation", undefined)).toEqual({
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: false,
      openWorldHint: true,
    });
  });
  it.each([
    [[], false, false, false],
    [["DESTRUCTIVE"], true, false, false],
    [["IDEMPOTENT", "EXTERNAL"], false, true, true],
  ] as const)("describes the effects %j of a mutation", (effects, destructiveHint, idempotentHint, openWorldHint) => {
    expect(annotationsOf("mutation", effects)).toEqual({ readOnlyHint: false, destructiveHint, idempotentHint, openWorldHint });
  });
  it("marks a query as read-only, and whether it reaches outside the workspace", () => {
    expect(annotationsOf("query", undefined)).toEqual({ readOnlyHint: true, openWorldHint: false });
    expect(annotationsOf("query", ["EXTERNAL"]).openWorldHint).toBe(true);
  });
});

it.each([
  ["get_discount", [true, undefined, undefined, false]],
  ["search_placement_targets", [true, undefined, undefined, true]],
  ["delete_discount_code", [false, true, true, true]],
  ["create_form", [false, false, false, false]],
  ["release_incentive_grant", [false, false, true, true]],
])("%s says so", (name, hints) => {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = tools.all.get(name)?.definition("short").annotations ?? {};
  expect([readOnlyHint, destructiveHint, idempotentHint, openWorldHint]).toEqual(hints);
});

describe("the document of a tool", () => {
  const documentOf = (name: string, fields: unknown) => tools.all.get(name)?.document(fields);

  it("differs by the tool and its fields, also on repeated use", () => {
    const uses = ["get_discount", "get_form", "list_forms"].flatMap((name) =>
      [undefined, "", "rowId", "rowId, title"].map((fields) => ({ name, fields })),
    );
    const written = () =>
      uses.map(({ name, fields }) => {
        try {
          return documentOf(name, fields);
        } catch (error) {
          return `${name}: ${(error as Error).message}`;
        }
      });
    const first = written();
    expect(new Set(first).size).toBe(uses.length);
    expect(written()).toEqual(first);
  });

  it("rejects fields that are not a string", () => {
    documentOf("get_discount", undefined);
    for (const fields of [null, 7, ["rowId"], {}]) expect(() => documentOf("get_discount", fields)).toThrow('"fields" must be a string');
  });
});
