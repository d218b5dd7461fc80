/* This file was automatically generated. DO NOT UPDATE MANUALLY. */
    import type   { Resolvers } from './../src/generated/types.js';
    import    { get_discount as Query_get_discount } from './../src/resolvers/Query/get_discount.js';
import    { get_discount_code_alias_exists as Query_get_discount_code_alias_exists } from './../src/resolvers/Query/get_discount_code_alias_exists.js';
import    { get_discount_code_tag_facets as Query_get_discount_code_tag_facets } from './../src/resolvers/Query/get_discount_code_tag_facets.js';
import    { get_discount_codes_aggregates_filtered as Query_get_discount_codes_aggregates_filtered } from './../src/resolvers/Query/get_discount_codes_aggregates_filtered.js';
import    { list_discount_codes as Query_list_discount_codes } from './../src/resolvers/Query/list_discount_codes.js';
import    { bulk_remove_tag_from_workspace_discounts as Mutation_bulk_remove_tag_from_workspace_discounts } from './../src/resolvers/Mutation/bulk_remove_tag_from_workspace_discounts.js';
import    { bulk_rename_tag_across_workspace_discounts as Mutation_bulk_rename_tag_across_workspace_discounts } from './../src/resolvers/Mutation/bulk_rename_tag_across_workspace_discounts.js';
import    { bulk_update_discount_code_status as Mutation_bulk_update_discount_code_status } from './../src/resolvers/Mutation/bulk_update_discount_code_status.js';
import    { create_discount_code as Mutation_create_discount_code } from './../src/resolvers/Mutation/create_discount_code.js';
import    { delete_discount_code as Mutation_delete_discount_code } from './../src/resolvers/Mutation/delete_discount_code.js';
import    { save_discount_code as Mutation_save_discount_code } from './../src/resolvers/Mutation/save_discount_code.js';
import    { set_discount_tag_color as Mutation_set_discount_tag_color } from './../src/resolvers/Mutation/set_discount_tag_color.js';
import    { AliasExistence } from './../src/resolvers/AliasExistence.js';
import    { AliasedCode } from './../src/resolvers/AliasedCode.js';
import    { BulkRemoveTagFromWorkspaceDiscountsPayload } from './../src/resolvers/BulkRemoveTagFromWorkspaceDiscountsPayload.js';
import    { BulkRenameTagAcrossWorkspaceDiscountsPayload } from './../src/resolvers/BulkRenameTagAcrossWorkspaceDiscountsPayload.js';
import    { BulkUpdateDiscountCodeStatusPayload } from './../src/resolvers/BulkUpdateDiscountCodeStatusPayload.js';
import    { Connection } from './../src/resolvers/Connection.js';
import    { CreateDiscountCodePayload } from './../src/resolvers/CreateDiscountCodePayload.js';
import    { DeleteDiscountCodePayload } from './../src/resolvers/DeleteDiscountCodePayload.js';
import    { DiscountCode } from './../src/resolvers/DiscountCode.js';
import    { DiscountCodeAggregate } from './../src/resolvers/DiscountCodeAggregate.js';
import    { DiscountCodeAggregates } from './../src/resolvers/DiscountCodeAggregates.js';
import    { DiscountCodeConnection } from './../src/resolvers/DiscountCodeConnection.js';
import    { DiscountCodeEdge } from './../src/resolvers/DiscountCodeEdge.js';
import    { DiscountPlacement } from './../src/resolvers/DiscountPlacement.js';
import    { DiscountStatusCount } from './../src/resolvers/DiscountStatusCount.js';
import    { PageInfo } from './../src/resolvers/PageInfo.js';
import    { Partner } from './../src/resolvers/Partner.js';
import    { PlacementTarget } from './../src/resolvers/PlacementTarget.js';
import    { SaveDiscountCodePayload } from './../src/resolvers/SaveDiscountCodePayload.js';
import    { SetDiscountTagColorPayload } from './../src/resolvers/SetDiscountTagColorPayload.js';
import    { TagFacet } from './../src/resolvers/TagFacet.js';
import    { UserError } from './../src/resolvers/UserError.js';
    export const resolvers: Resolvers = {
      Query: { get_discount: Query_get_discount,get_discount_code_alias_exists: Query_get_discount_code_alias_exists,get_discount_code_tag_facets: Query_get_discount_code_tag_facets,get_discount_codes_aggregates_filtered: Query_get_discount_codes_aggregates_filtered,list_discount_codes: Query_list_discount_codes },
      Mutation: { bulk_remove_tag_from_workspace_discounts: Mutation_bulk_remove_tag_from_workspace_discounts,bulk_rename_tag_across_workspace_discounts: Mutation_bulk_rename_tag_across_workspace_discounts,bulk_update_discount_code_status: Mutation_bulk_update_discount_code_status,create_discount_code: Mutation_create_discount_code,delete_discount_code: Mutation_delete_discount_code,save_discount_code: Mutation_save_discount_code,set_discount_tag_color: Mutation_set_discount_tag_color },
      
      AliasExistence: AliasExistence,
AliasedCode: AliasedCode,
BulkRemoveTagFromWorkspaceDiscountsPayload: BulkRemoveTagFromWorkspaceDiscountsPayload,
BulkRenameTagAcrossWorkspaceDiscountsPayload: BulkRenameTagAcrossWorkspaceDiscountsPayload,
BulkUpdateDiscountCodeStatusPayload: BulkUpdateDiscountCodeStatusPayload,
Connection: Connection,
CreateDiscountCodePayload: CreateDiscountCodePayload,
DeleteDiscountCodePayload: DeleteDiscountCodePayload,
DiscountCode: DiscountCode,
DiscountCodeAggregate: DiscountCodeAggregate,
DiscountCodeAggregates: DiscountCodeAggregates,
DiscountCodeConnection: DiscountCodeConnection,
DiscountCodeEdge: DiscountCodeEdge,
DiscountPlacement: DiscountPlacement,
DiscountStatusCount: DiscountStatusCount,
PageInfo: PageInfo,
Partner: Partner,
PlacementTarget: PlacementTarget,
SaveDiscountCodePayload: SaveDiscountCodePayload,
SetDiscountTagColorPayload: SetDiscountTagColorPayload,
TagFacet: TagFacet,
UserError: UserError
    }