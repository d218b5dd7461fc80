import type { Additions } from "./additions.js";

export const discounts: Additions = {
  operations: [
    ...["list_partners", "get_partner", "create_partner", "update_partner", "delete_partner", "assign_discount_codes_to_partner"],
    ...["list_campaigns", "get_campaign", "create_campaign", "update_campaign", "delete_campaign", "assign_discount_codes_to_campaign"],
    ...["remove_discount_codes_from_campaign", "get_campaign_performance"],
    ...["list_posts", "get_post", "create_post", "update_post", "delete_post"],
    ...["bulk_delete_discount_codes", "validate_discount_code", "generate_discount_codes", "import_discount_codes"],
    ...["export_records", "list_connections", "get_connection", "create_connection"],
    ...["update_connection", "rotate_connection_secret", "delete_connection", "verify_connection"],
  ],
  arguments: { get_discount_changes: ["orderBy: [DiscountChangeOrderBy!] = [CREATED_AT_DESC]"] },
  inputFields: {
    DiscountCodeFilter: [
      ...["campaignId: RefOrUUIDFilter", "connectionId: UUIDFilter", "isPublic: BooleanFilter", "startAt: DatetimeFilter"],
      ...["syncStatus: DiscountSyncStatusFilter", "tag: StringListFilter", "valueKind: DiscountValueKindFilter"],
    ],
  },
};
