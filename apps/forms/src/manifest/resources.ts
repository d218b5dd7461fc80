import type { RecordResourceInput } from "@offergraph/shared/schema/manifest";

const connection = "connections { rowId slug name provider }";

/** Collects the store connections from the channels, because no GraphQL operation lists store connections. */
export const connections: RecordResourceInput = {
  name: "connections",
  title: "Store connections",
  description:
    "Stores on which discount codes and forms can be placed. As connectionId, send the rowId of a connection. In `child`, the settings of a discount code's placement, the keys are slugs of connections.",
  query: `{ get_form_channels { rowId ${connection} } }`,
  // Uses rowId as the key of an object, so that each connection appears once.
  content: "{ connections: values(from_items(not_null(get_form_channels, `[]`)[].connections[].[rowId, @])) }",
};

export const channels: RecordResourceInput = {
  name: "channels",
  title: "Channels",
  description:
    "Channels on which forms can be placed. Each entry shows the possible store connections, and whether the channel requires one.",
  query: `{ get_form_channels { rowId name surface requiresConnection serviceHosted ${connection} } }`,
  content: "{ channels: not_null(get_form_channels, `[]`) }",
};
