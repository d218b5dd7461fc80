import { InvalidArgument, type Job } from "./job.js";

const dayMs = 86_400_000;
const usualDays = "90";

/** From a grown list of codes to one that is used. */
export const cleanUpCodes: Job = {
  prompt: {
    name: "clean_up_codes",
    title: "Clean up discount codes",
    description: "Finds discount codes and tags that nobody needs any more, and clears them away once the user has agreed.",
    arguments: [
      {
        name: "older_than_days",
        description: `What was changed or ended in the last so many days stays, 1-3650; ${usualDays} unless given.`,
      },
    ],
  },
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
  text({ older_than_days: given = usualDays }, now) {
    const days = /^\d{1,4}$/.test(given) ? Number(given) : 0;
    if (days < 1 || days > 3_650) throw new InvalidArgument("older_than_days has to be a whole number, 1-3650.");
    const before = new Date(now.getTime() - days * dayMs).toISOString();
    return `Find discount codes that nobody needs any more, and clear them away. Change nothing before the user has agreed to a list.

1. \`get_discount_codes_aggregates_filtered\` without a filter: how many codes there are of each status.
2. Candidates, by \`list_discount_codes\` with withTotal: true, page by page (\`after\`):
   - over: {"status": {"equalTo": "EXPIRED"}, "or": [{"endsAt": {"lessThan": "${before}"}}, {"endsAt": {"isNull": true}, "updatedAt": {"lessThan": "${before}"}}]}
   - never used: {"status": {"equalTo": "ACTIVE"}, "usageCount": {"equalTo": 0}, "createdAt": {"lessThan": "${before}"}}
   - forgotten drafts: {"status": {"equalTo": "DRAFT"}, "updatedAt": {"lessThan": "${before}"}}
3. What speaks against clearing one away:
   - An incentive gives it: \`list_incentives\` and look at rules.discountCodeId. Later grants of it would be FAILED, and every grant that is ISSUED becomes EXPIRED with its code, for good, also when the code comes back. Leave these unless the incentive is ARCHIVED and the user insists.
   - It was used: usageCount above 0. \`get_discount_code_orders\` with first: 1 shows an order; reports lose the code's name when it is deleted (orders keep its id).
   - It is placed on a store (\`get_discount_placements_by_code\`): deleting takes it out of that store.
   - It belongs to a partner.
4. Show three lists, each with code, title, status, usageCount, endsAt and why: set to EXPIRED, delete, leave. Prefer EXPIRED over deleting: a status can be written again, a deleted code is gone. Ask.
5. \`bulk_update_discount_code_status\` with status EXPIRED and 1-1000 ids: all or none, so on an error take the ids out that its paths name, and call again.
6. \`delete_discount_code\`, one call for each id, only for codes that the user named or agreed to one by one. It cannot be undone.
7. Tags: \`get_discount_code_tag_facets\` (most used first). Propose to merge those that mean the same by \`bulk_rename_tag_across_workspace_discounts\` (a tag that has the new name already takes the other in) and to take off those that say nothing by \`bulk_remove_tag_from_workspace_discounts\`. Both change all codes of the workspace and cannot be undone: ask again.

At the end say how many codes were expired, deleted and left, and which tags changed.`;
  },
};
