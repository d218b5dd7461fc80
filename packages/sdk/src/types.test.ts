import { describe, expectTypeOf, it } from "vitest";
import { createClient, type DiscountCodeStatus, type MutationResult, type UserError } from "./index.js";

// This file is never executed. `npm run check` fails if a line does not have the stated type.
const client = () => createClient({ url: "http://127.0.0.1:1", key: "sk_live_unused" });
const compiles = (_code: () => unknown) => {};

describe("results", () => {
  it("have the default fields", () => {
    compiles(async () => {
      const partner = await client().getPartner({ partnerId: "@mara" });
      expectTypeOf(partner).toExtend<{ rowId: string; name: string } | null>();
      const { nodes } = await client().listDiscountCodes({ filter: { status: { equalTo: "ACTIVE" } }, first: 2 });
      expectTypeOf(nodes).items.toHaveProperty("status").toEqualTypeOf<DiscountCodeStatus>();
      // @ts-expect-error: the default fields contain only a summary of the partner.
      nodes[0]?.partner?.createdAt;
      for await (const { code } of client().listDiscountCodes()) expectTypeOf(code).toEqualTypeOf<string>();
    });
  });

  it("have exactly the selected fields", () => {
    compiles(async () => {
      const code = await client().getDiscount(
        { id: "1" },
        { fields: { rowId: true, partner: { name: true }, placements: { rowId: true } } },
      );
      expectTypeOf(code).toEqualTypeOf<{
        rowId: string;
        partner: { name: string } | null;
        placements: { rowId: string }[];
      } | null>();
      // @ts-expect-error: the field is not selected.
      code?.title;
      const { nodes } = await client().listPartners({}, { fields: { handle: true }, totalCount: true });
      expectTypeOf(nodes).toEqualTypeOf<{ handle: string | null }[]>();
    });
  });

  it("of a mutation are either data or userErrors", () => {
    compiles(async () => {
      const result = await client().createPartner({ name: "Mara" }, { fields: { partner: { rowId: true } } });
      expectTypeOf(result).toEqualTypeOf<MutationResult<{ partner: { rowId: string } }>>();
      // @ts-expect-error: without a check of `ok`, the data may be null.
      result.data.partner;
      if (result.ok) expectTypeOf(result.data.partner.rowId).toEqualTypeOf<string>();
      else expectTypeOf(result.userErrors[0]).toEqualTypeOf<UserError>();
    });
  });
});

it("references to records have all forms that the API accepts", () => {
  compiles(() => [
    () => client().getPartner({ partnerId: { name: "Mara" } }),
    () => client().listDiscountCodes({ filter: { campaignId: { isNull: true }, partnerId: "@mara" } }),
    () => client().listDiscountCodes({ filter: { campaignId: { name: "Summer" }, partnerId: { in: ["1"] } } }),
    // @ts-expect-error: a reference has no other fields.
    () => client().getPartner({ partnerId: { handle: "mara" } }),
    // @ts-expect-error: only a filter accepts operators.
    () => client().getPartner({ partnerId: { isNull: true } }),
  ]);
});

it("wrong calls do not compile", () => {
  compiles(() => {
    const id = "1";
    return [
      // @ts-expect-error: the method does not exist.
      () => client().getNothing(),
      // @ts-expect-error: `id` is required.
      () => client().getDiscount({}),
      // @ts-expect-error: the argument does not exist.
      () => client().getDiscount({ id, nothing: 1 }),
      // @ts-expect-error: the field does not exist.
      () => client().getDiscount({ id }, { fields: { nothing: true } }),
      // @ts-expect-error: the nested field does not exist.
      () => client().getDiscount({ id }, { fields: { rowId: true, partner: { nothing: true } } }),
      // @ts-expect-error: a record needs a selection of its fields.
      () => client().getDiscount({ id }, { fields: { partner: true } }),
      // @ts-expect-error: the enum does not have this value.
      () => client().listDiscountCodes({ filter: { status: { equalTo: "OPEN" } } }),
      // @ts-expect-error: a query has no dry run.
      () => client().getDiscount({ id }, { dryRun: true }),
      // @ts-expect-error: the name is required.
      () => client().createPartner({ handle: "mara" }),
    ];
  });
});
