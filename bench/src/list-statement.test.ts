import type { Statement } from "@offergraph/service/db/statement";
import { expect, it } from "vitest";
import { list_discount_codes } from "../../apps/discounts/src/graphql/Query/list_discount_codes.js";
import { listStatement } from "./list-statement.js";
import { fieldNames, readOperations } from "./operations.js";

it.each([0, 7])("is the statement of the service for the list at offset %s", async (offset) => {
  const statements: Statement[] = [];
  const context = {
    principal: { workspaceId: "01900000-0000-7000-8000-000000000001" },
    selected: new Map([["DiscountCode", new Set(fieldNames.split(" "))]]),
    read: async (statement: Statement) => {
      statements.push(statement);
      return [{}];
    },
  };
  const list = list_discount_codes as (source: object, given: object, context: object) => Promise<unknown>;
  const { query, variables } = JSON.parse(readOperations({ codeIds: [], orderCursors: [] }).list.body(offset));
  expect(query).toContain(`first: 50, offset: $offset) { nodes { ${fieldNames} }`);
  await list({}, { first: 50, orderBy: ["CREATED_AT_DESC"], ...variables }, context);
  expect(statements.map(({ text, values }) => ({ text, values }))).toEqual([
    { text: listStatement(offset).text, values: listStatement(offset).values },
  ]);
});

it("selects the columns of all 12 fields", () => {
  const columns = listStatement(0).text.split(" FROM ")[0] ?? "";
  for (const name of fieldNames.split(" ")) expect(columns).toContain(`"${name}"`);
});
