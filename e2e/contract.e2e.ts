import { readFile } from "node:fs/promises";
import { buildClientSchema, getIntrospectionQuery, type IntrospectionQuery, printSchema } from "graphql";
import { describe, expect, it } from "vitest";
import { addedOperations, additions } from "./src/additions/additions.js";
import { graphqlClient } from "./src/client.js";
import { compareWithContract, readContract } from "./src/contract.js";
import { readSystem } from "./src/workspace.js";

const servedOperations = [
  "create_form",
  "update_form",
  "delete_form",
  "save_form_draft",
  "publish_form",
  "set_form_promotion",
  "add_form_placement",
  "remove_form_placement",
  "verify_form_placement",
  "rotate_form_public_key",
  "set_form_placement_published",
  "set_form_placement_copy",
  "set_form_placement_qr_style",
  "replace_form_triggers",
  "set_short_link_disabled",
  "get_form",
  "get_form_install",
  "list_forms",
  "get_form_channels",
  "get_form_short_links",
  "get_promotion_rotation",
  "get_form_triggers",
  "get_form_response",
  "get_form_responses_surface",
  "get_form_insight_read",
  "get_discount_code_form_responses",
  "get_discount_code_response_series",
  "get_discount",
  "list_discount_codes",
  "get_discount_codes_aggregates_filtered",
  "get_discount_code_tag_facets",
  "get_discount_code_alias_exists",
  "save_discount_code",
  "create_discount_code",
  "delete_discount_code",
  "bulk_update_discount_code_status",
  "set_discount_tag_color",
  "bulk_rename_tag_across_workspace_discounts",
  "bulk_remove_tag_from_workspace_discounts",
  "bulk_sync_discount_codes",
  "add_discount_placements",
  "remove_discount_placement",
  "resync_discount_placement",
  "set_placement_targets",
  "search_placement_targets",
  "create_incentive",
  "update_incentive",
  "replace_incentive_rules",
  "delete_incentive",
  "release_incentive_grant",
  "decline_incentive_grant",
  "get_incentive",
  "list_incentives",
  "get_incentive_kinds",
  "get_incentive_trust",
  "get_incentive_rule_unresolved_recipient_count",
  "get_response_trust_floor",
  "get_form_incentives",
  "get_discount_placements_by_code",
  "get_discount_placement_targets",
  "get_discount_campaigns",
  "get_discount_changes",
  "get_discount_code_partners",
  "list_orders",
  "list_checkouts",
  "get_checkouts_summary",
  "get_discount_code_orders",
  "get_discount_code_order_series",
];

describe("the public schema", async () => {
  const contract = readContract(await readFile(new URL("contract.graphql", import.meta.url), "utf8"));

  it("matches the contract for all served operations", async () => {
    const { baseUrl, secretKey } = await readSystem();
    const introspection = await graphqlClient(baseUrl, secretKey).data<IntrospectionQuery>(getIntrospectionQuery());
    const sdl = printSchema(buildClientSchema(introspection));
    const { differences, served } = compareWithContract(contract, sdl, additions);
    expect(differences).toEqual([]);
    expect(served.sort()).toEqual(servedOperations.sort());
    for (const operation of addedOperations) expect(sdl).toMatch(new RegExp(`^  ${operation}[(:]`, "m"));
  });

  it("exposes no federation or access definitions", async () => {
    const { baseUrl, secretKey } = await readSystem();
    const introspection = await graphqlClient(baseUrl, secretKey).data<IntrospectionQuery>(getIntrospectionQuery());
    const names = [...introspection.__schema.types, ...introspection.__schema.directives].map(({ name }) => name);
    expect(names.filter((name) => /^(_|join__|link__|offergraph|access$|constraint$)/.test(name) && !name.startsWith("__"))).toEqual([]);
  });

  it("the comparison detects a missing field, a different default, a different enum order and a missing exclamation mark", async () => {
    const sdl = (changed: (text: string) => string) =>
      changed(
        "type Query { get_discount_code_tag_facets(first: Int = 200): [TagFacet!] } type TagFacet { name: String!, color: TagColor!, count: Int! } enum TagColor { default gray brown orange yellow green blue purple pink red }",
      );
    const differences = (changed: (text: string) => string) => compareWithContract(contract, sdl(changed)).differences;
    expect(differences((text) => text)).toEqual([]);
    expect(differences((text) => text.replace("200", "201"))).toHaveLength(1);
    expect(differences((text) => text.replace("count: Int!", ""))).toHaveLength(1);
    expect(differences((text) => text.replace("color: TagColor!", "color: TagColor"))).toHaveLength(1);
    expect(differences((text) => text.replace("default gray", "gray default"))).toHaveLength(1);
  });
});
