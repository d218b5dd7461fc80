import type { Tool } from "../api/mcp.js";

interface Group {
  about: string;
  /** The nouns in the names of the group's operations. For example, `list_partners` has the verb `list` and the noun `partners`. */
  nouns: readonly string[];
  /** Maps a verb to an operation with an irregular name. */
  verbs?: Readonly<Record<string, string>>;
}

/** Maps the name of a group in the command line to the group. Every operation is also available as `offergraph call <operation>`. */
export const groups: Readonly<Record<string, Group>> = {
  codes: {
    about: "discount codes",
    nouns: ["discount_code", "discount_codes"],
    verbs: {
      ...{ get: "get_discount", status: "bulk_update_discount_code_status", "delete-many": "bulk_delete_discount_codes" },
      ...{ sync: "bulk_sync_discount_codes", changes: "get_discount_changes", exists: "get_discount_code_alias_exists" },
      ...{ orders: "get_discount_code_orders", place: "add_discount_placements", placements: "get_discount_placements_by_code" },
    },
  },
  partners: { about: "partners", nouns: ["partner", "partners"], verbs: { assign: "assign_discount_codes_to_partner" } },
  campaigns: {
    about: "campaigns",
    nouns: ["campaign", "campaigns"],
    verbs: {
      ...{ assign: "assign_discount_codes_to_campaign", unassign: "remove_discount_codes_from_campaign" },
      performance: "get_campaign_performance",
    },
  },
  posts: { about: "published posts of partners", nouns: ["post", "posts"] },
  customers: { about: "customers", nouns: ["customer", "customers"] },
  credits: {
    about: "credits of customers",
    nouns: ["credit", "entitlement"],
    verbs: { ledger: "get_credit_ledger", use: "use_entitlement" },
  },
  grants: {
    about: "granted rewards",
    nouns: ["incentive_grant", "grants"],
    verbs: { "release-many": "bulk_release_incentive_grants", "decline-many": "bulk_decline_incentive_grants" },
  },
  incentives: { about: "incentives", nouns: ["incentive", "incentives"], verbs: { rules: "replace_incentive_rules" } },
  forms: {
    about: "forms",
    nouns: ["form", "forms"],
    verbs: { "save-draft": "save_form_draft", responses: "get_form_responses_surface", response: "get_form_response" },
  },
  orders: { about: "orders", nouns: ["order", "orders"] },
  checkouts: { about: "checkouts", nouns: ["checkout", "checkouts"], verbs: { summary: "get_checkouts_summary" } },
  connections: { about: "store connections", nouns: ["connection", "connections"], verbs: { "rotate-secret": "rotate_connection_secret" } },
  webhooks: {
    about: "webhook endpoints and deliveries",
    nouns: ["webhook_endpoint", "webhook_endpoints"],
    verbs: {
      ...{ "rotate-secret": "rotate_webhook_secret", test: "send_test_webhook" },
      ...{ deliveries: "list_webhook_deliveries", redeliver: "redeliver_webhook" },
    },
  },
  keys: { about: "API keys", nouns: ["api_key", "api_keys"] },
  members: { about: "members of the workspace", nouns: ["member", "members"], verbs: { "set-role": "set_member_role" } },
  settings: { about: "settings of the workspace", nouns: ["workspace_settings"] },
  brand: { about: "the workspace's brand", nouns: ["brand"] },
  audit: { about: "changes of records, and who made them", nouns: ["audit_events"] },
  jobs: { about: "jobs and their results", nouns: ["job", "jobs"], verbs: { export: "export_records" } },
};

/** Maps the group's verbs to operations. Omits operations that the API does not have. */
export function verbsOf({ nouns, verbs = {} }: Group, tools: readonly Tool[]): Map<string, Tool> {
  const named = Object.entries(verbs).flatMap(([verb, name]) => {
    const tool = tools.find((one) => one.name === name);
    return tool ? [[verb, tool] as const] : [];
  });
  const byRule = tools.flatMap((tool) => {
    const noun = nouns.find((one) => tool.name.endsWith(`_${one}`));
    const verb = noun && tool.name.slice(0, -noun.length - 1);
    return verb && /^[a-z]+$/.test(verb) ? [[verb, tool] as const] : [];
  });
  // Uses the order of the API: queries before mutations.
  return new Map([...new Map([...byRule, ...named])].sort(([, one], [, other]) => tools.indexOf(one) - tools.indexOf(other)));
}
