import type { ManifestInput } from "@offergraph/shared/schema/manifest";
import { cleanUpCodes } from "./clean-up-codes.js";
import { samples } from "./samples.js";
import { stateMachines } from "./state-machines.js";

const partnerOperations = [
  ...["list_partners", "get_partner", "create_partner", "update_partner", "delete_partner", "assign_discount_codes_to_partner"],
  ...["list_campaigns", "get_campaign", "create_campaign", "update_campaign", "delete_campaign", "assign_discount_codes_to_campaign"],
  ...["remove_discount_codes_from_campaign", "get_campaign_performance"],
  ...["list_posts", "get_post", "create_post", "update_post", "delete_post"],
];

export const manifest: ManifestInput = {
  samples,
  stateMachines,
  errors: [
    {
      code: "STORE_UNAVAILABLE",
      cause: "The store of a connection did not respond.",
      fix: "Repeat the request later, or check the connection.",
    },
  ],
  prompts: [cleanUpCodes],
  routes: [{ name: "job_result", path: "/v1/job-results/discounts/", isStreamed: true }],
  listFields: {
    DiscountCode: "rowId, code, title, status, valuePercent, valueAmount, usageCount, endsAt, tags",
    DiscountChange: "rowId, createdAt, connectionId, discountPlacementId, payloadHash",
    DiscountPlacement: "rowId, placementId, connection.name, syncStatus, syncedAt, lastError",
  },
  common: [
    ...["list_discount_codes", "get_discount_code_tag_facets", "get_campaign_performance", "save_discount_code"],
    "bulk_update_discount_code_status",
  ],
  toolsets: [
    { name: "partners", operations: partnerOperations },
    {
      name: "discount_codes",
      operations: [
        "bulk_delete_discount_codes",
        "validate_discount_code",
        "generate_discount_codes",
        "import_discount_codes",
        "export_records",
      ],
    },
    {
      name: "code_placements",
      operations: [
        ...["get_discount_placements_by_code", "get_discount_placement_targets", "search_placement_targets", "get_discount_changes"],
        ...["bulk_sync_discount_codes", "add_discount_placements", "remove_discount_placement", "resync_discount_placement"],
        "set_placement_targets",
      ],
    },
    {
      name: "connections",
      operations: [
        ...["list_connections", "get_connection", "create_connection", "update_connection", "rotate_connection_secret"],
        ...["delete_connection", "verify_connection"],
      ],
    },
  ],
  guide: {
    manages: "discount codes",
    refNames: ["the code or an alias of a discount code", "the name or @handle of a partner"],
    refNotes: ["For a partner, the name may also be an `@handle`."],
    filterExamples: [
      'Active codes that contain SUMMER: `{"status": {"equalTo": "ACTIVE"}, "code": {"includesInsensitive": "summer"}}`',
      'Codes that were used at least once, or whose validity ends before December 2026: `{"or": [{"usageCount": {"greaterThan": 0}}, {"endsAt": {"lessThan": "2026-12-01T00:00:00Z"}}]}`',
      'Codes that have no end and whose status is not DRAFT: `{"endsAt": {"isNull": true}, "not": {"status": {"equalTo": "DRAFT"}}}`',
    ],
    examples: {
      operation: "{ list_discount_codes { nodes { code } } }",
      field: "code",
      nestedField: "partner.name",
      deeplyNestedField: "placements.connection.name",
    },
  },
};
