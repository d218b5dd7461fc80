import type { PromptInput } from "@offergraph/shared/schema/manifest";

export const cleanUpCodes: PromptInput = {
  name: "clean_up_codes",
  title: "Clean up discount codes",
  description:
    "Finds discount codes and tags that are no longer needed. After the user agrees, expires or deletes the codes, and renames or removes the tags.",
  priority: 1,
  arguments: [
    {
      name: "older_than_days",
      description:
        "Minimum number of days since a code ended, or since a draft changed, or since an unused code was created; 1-3650, by default 90.",
      default: "90",
      daysAgo: { minimum: 1, maximum: 3_650 },
    },
  ],
  tools: [
    "get_discount_codes_aggregates_filtered",
    "list_discount_codes",
    "get_discount_code_orders",
    "list_incentives",
    "get_discount_placements_by_code",
    "bulk_update_discount_code_status",
    "delete_discount_code",
    "get_discount_code_tag_facets",
    "bulk_rename_tag_across_workspace_discounts",
    "bulk_remove_tag_from_workspace_discounts",
  ],
  text: `Find discount codes that are no longer needed, and expire or delete them. Change nothing before the user has agreed to a list.

1. \`get_discount_codes_aggregates_filtered\` without a filter: the number of codes per status.
2. Find candidates with \`list_discount_codes\` and withTotal: true, page by page (\`after\`):
   - expired: {"status": {"equalTo": "EXPIRED"}, "or": [{"endsAt": {"lessThan": {{older_than_days}}}}, {"endsAt": {"isNull": true}, "updatedAt": {"lessThan": {{older_than_days}}}}]}
   - never used: {"status": {"equalTo": "ACTIVE"}, "usageCount": {"equalTo": 0}, "createdAt": {"lessThan": {{older_than_days}}}}
   - old drafts: {"status": {"equalTo": "DRAFT"}, "updatedAt": {"lessThan": {{older_than_days}}}}
3. Reasons to keep a candidate:
   - An incentive issues it: call \`list_incentives\` and check rules.discountCodeId. Without the code, new grants become FAILED and ISSUED grants become EXPIRED. Keep these codes unless the incentive is ARCHIVED and the user insists.
   - It was used: usageCount above 0. \`get_discount_code_orders\` with first: 1 returns an order; after deletion, reports no longer show the code's name (orders keep its id).
   - It is placed on a store (\`get_discount_placements_by_code\`): deleting it removes it from that store.
   - It belongs to a partner.
4. Show three lists, each with code, title, status, usageCount, endsAt and the reason: set to EXPIRED, delete, keep. Prefer EXPIRED over deleting: a status can be changed again, a deleted code cannot be restored. Ask the user.
5. \`bulk_update_discount_code_status\` with status EXPIRED and 1-1000 ids. It updates all or none: on an error, remove the ids named by the error paths and call again.
6. \`delete_discount_code\`, one call per id, only for codes that the user named or approved one by one. It cannot be undone.
7. Tags: \`get_discount_code_tag_facets\` (sorted by use). Propose to merge synonyms with \`bulk_rename_tag_across_workspace_discounts\` (renaming to an existing tag merges the two) and to remove meaningless tags with \`bulk_remove_tag_from_workspace_discounts\`. Both change every code of the workspace and cannot be undone: ask again.

At the end, report how many codes were expired, deleted and kept, and which tags changed.`,
};
