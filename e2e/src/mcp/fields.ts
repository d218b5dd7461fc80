/**
 * Values of the tools' argument `fields`, with equivalent GraphQL selections. In a value, `...usual` stands for the tool's default
 * selection.
 */
export const fieldRows: readonly { tool: string; fields: string; selection: string }[] = [
  { tool: "get_discount", fields: "code", selection: "{ code }" },
  { tool: "get_discount", fields: "rowId, partner.name", selection: "{ rowId partner { name } }" },
  {
    tool: "get_discount",
    fields: "code, placements.connection.name, placements.targets.title",
    selection: "{ code placements { connection { name } targets { title } } }",
  },
  { tool: "get_discount", fields: "*, placements.child", selection: "{ ...usual placements { child } }" },
  {
    tool: "list_discount_codes",
    fields: "code,partner.handle",
    selection: "{ nodes { code partner { handle } } pageInfo { hasNextPage endCursor } totalCount }",
  },
  {
    tool: "get_incentive",
    fields: "grants.state, grants.formResponse.rowId",
    selection: "{ grants { nodes { state formResponse { rowId } } pageInfo { hasNextPage endCursor } } }",
  },
  {
    tool: "get_form_response",
    fields: "form.title, grants.state, channel.name",
    selection: "{ form { title } grants { state } channel { name } }",
  },
  {
    tool: "get_form_response",
    fields: "customer.ref, customer.responses.rowId",
    selection: "{ customer { ref responses { nodes { rowId } pageInfo { hasNextPage endCursor } } } }",
  },
  {
    tool: "list_orders",
    fields: "externalRef, discountCode.code, formResponse.form.formSlug",
    selection: "{ nodes { externalRef discountCode { code } formResponse { form { formSlug } } } pageInfo { hasNextPage endCursor } }",
  },
  { tool: "get_form_short_links", fields: "code, url", selection: "{ code url }" },
  { tool: "get_form_responses_surface", fields: "totals.total, series.day", selection: "{ totals { total } series { day } }" },
];
