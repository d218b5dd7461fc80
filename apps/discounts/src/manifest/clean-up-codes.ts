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
  text: `Find discount codes that are no longer needed, and expire or delete them. Do not change codes before the user has agreed to a list.

1. Call \`get_discount_codes_aggregates_filtered\` without a filter to get the number of codes per status.
2. Find candidates with \`list_discount_codes\` and withTotal: true, page by page (\`after\`):
   - expired: {"status": {"equalTo": "EXPIRED"}, "or": [{"endsAt": {"lessThan": {{older_than_days}}}}, {"endsAt": {"isNull": true}, "updatedAt": {"lessThan": {{older_than_days}}}}]}
   - never used: {"status": {"equalTo": "ACTIVE"}, "usageCount": {"equalTo": 0}, "createdAt": {"lessThan": {{older_than_days}}}}
   - old drafts: {"status": {"equalTo": "DRAFT"}, "updatedAt": {"lessThan": {{older_than_days}}}}
3. Reasons to keep a candidate:
   - An incentive gives the code: call \`list_incentives\` and check \`rules.discountCodeId\`. Without the code, new grants become FAILED and ISSUED grants become EXPIRED. Keep the code unless the incentive is ARCHIVED and the user insists.
   - The code was used: usageCount is above 0. \`get_discount_code_orders\` with first: 1 returns an order. After the deletion of a code, reports no longer show the code's name, and orders contain only the code's id.
   - The code is placed on a store (\`get_discount_placements_by_code\`). The deletion of the code also removes the code from the store.
   - The code belongs to a partner.
4. Show three lists: codes to set to EXPIRED, codes to delete and codes to keep. For each code, show code, title, status, usageCount, endsAt and the reason. Prefer EXPIRED to deletion: a status can be changed again, but a deleted code cannot be restored. Ask the user.
5. Call \`bulk_update_discount_code_status\` with status EXPIRED and 1-1000 ids. The operation updates all codes or none. After an error, remove the ids to which the error paths point, and call the operation again.
6. Call \`delete_discount_code\` once per id, and only for codes that the user named or approved one by one. A deletion cannot be undone.
7. List the tags with \`get_discount_code_tag_facets\`, most used first. Propose to merge synonyms with \`bulk_rename_tag_across_workspace_discounts\` (renaming to an existing tag merges the two) and to remove meaningless tags with \`bulk_remove_tag_from_workspace_discounts\`. A rename or removal of a tag changes all codes that have the tag, and cannot be undone. Ask the user again.

At the end, report how many codes were expired, deleted and kept, and which tags changed.`,
};
