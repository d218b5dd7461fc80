import { describe, expect, it } from "vitest";
import { operationOfCall } from "./call.js";
import type { Tool } from "./tool.js";

const tool: Pick<Tool, "name" | "arguments" | "extras" | "inputFields" | "document"> = {
  name: "rename",
  arguments: ["id", "input"],
  extras: ["fields", "idempotency_key", "dry_run"],
  inputFields: ["title"],
  document: (fields) => `mutation with ${JSON.stringify(fields)}`,
};
const operation = (given: Record<string, unknown>, of: Partial<Tool> = {}) => operationOfCall({ ...tool, ...of } as Tool, given);

describe("the operation of a call", () => {
  it("has the tool's document, and the operation's own arguments as variables", () => {
    expect(operation({ id: 7, input: { title: null } })).toEqual({
      query: "mutation with undefined",
      operationName: undefined,
      variables: { id: 7, input: { title: null } },
    });
    expect(operation({})).toMatchObject({ variables: {} });
  });

  it("leaves fields, idempotency_key and dry_run out of the variables", () => {
    expect(operation({ id: 7, fields: "a.b", idempotency_key: "once", dry_run: true })).toEqual({
      query: 'mutation with "a.b"',
      operationName: undefined,
      variables: { id: 7 },
      idempotencyKey: "once",
      dryRun: "true",
    });
  });

  it("hands an argument that the operation has itself to the operation", () => {
    const given = { fields: 1, idempotency_key: 2, dry_run: 3 };
    const own = operation(given, { arguments: ["fields", "idempotency_key", "dry_run"] });
    expect(own).toEqual({ query: "mutation with undefined", operationName: undefined, variables: given });
  });

  it.each([[7], [null], [["once"]], [""]])("passes %j on as a key that is none, to be refused in its turn", (key) => {
    expect(operation({ idempotency_key: key }).idempotencyKey).toBe("");
  });

  it.each([["true"], [null], [1], [[]]])("passes %j on as a dry_run that is neither true nor false", (value) => {
    expect(operation({ dry_run: value }).dryRun).toBe("");
    expect(operation({ dry_run: false }).dryRun).toBe("false");
  });

  it.each([
    ["ids", '"ids"'],
    ["", '""'],
    ["constructor", '"constructor"'],
    ['a"\nb', '"a\\"\\nb"'],
    ["x".repeat(500), `"${"x".repeat(80)}"`],
  ])("rejects the argument %j, listing the allowed ones", (name, reported) => {
    const message = `The tool rename has no argument ${reported}; allowed: id, input, fields, idempotency_key, dry_run.`;
    expect(() => operation({ id: 7, [name]: 1 })).toThrow(
      expect.objectContaining({ code: "GRAPHQL_VALIDATION_FAILED", message, details: { argument: name.slice(0, 80) } }),
    );
  });

  it("reports all unknown arguments, and those that belong inside `input`", () => {
    const errors = [
      {
        argument: "title",
        message: expect.stringContaining(
          'no argument "title"; allowed: id, input, fields, idempotency_key, dry_run. Write "title" inside `input`.',
        ),
      },
      { argument: "more", message: expect.stringMatching(/allowed: id, input, fields, idempotency_key, dry_run\.$/) },
    ];
    expect(() => operation({ title: "a", more: 1 })).toThrow(expect.objectContaining({ details: { argument: "title", errors } }));
  });

  it("refuses __proto__ as any other name, and says it when a tool takes nothing", () => {
    const given = JSON.parse('{"__proto__": {"id": 7}}') as Record<string, unknown>;
    expect(() => operation(given)).toThrow('no argument "__proto__"');
    expect(() => operation({ id: 7 }, { arguments: [], extras: [] })).toThrow("allowed: none.");
  });
});
