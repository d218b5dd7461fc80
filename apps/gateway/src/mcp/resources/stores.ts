import { dataResource } from "./data-resource.js";

interface Connection {
  rowId: string;
  slug: string;
  name: string;
  provider: string;
}
interface Channel {
  rowId: string;
  connections: readonly Connection[] | null;
}
const channelsOf = (data: Readonly<Record<string, unknown>>) => (data.get_form_channels ?? []) as readonly Channel[];

/** No operation lists connections; between them, the channels name each that something can be placed on. */
export const connections = dataResource({
  name: "connections",
  title: "Store connections",
  description:
    "The stores that discount codes and forms can be placed on: connectionId in inputs is rowId here, slug the key of provider blocks.",
  query: "{ get_form_channels { rowId connections { rowId slug name provider } } }",
  shape: (data) => ({
    connections: [...new Map(channelsOf(data).flatMap((channel) => (channel.connections ?? []).map((one) => [one.rowId, one]))).values()],
  }),
});

export const channels = dataResource({
  name: "channels",
  title: "Channels",
  description: "Where forms can be placed: each channel's surface, whether it needs a connection, and which ones it may have.",
  query: "{ get_form_channels { rowId name surface requiresConnection serviceHosted connections { rowId slug name provider } } }",
  shape: (data) => ({ channels: channelsOf(data) }),
});
