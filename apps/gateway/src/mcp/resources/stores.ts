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

/** Collected from the channels, because no operation lists connections. */
export const connections = dataResource({
  name: "connections",
  title: "Store connections",
  description:
    "The stores that discount codes and forms can be placed on. rowId is the connectionId of inputs; slug is the key of provider blocks.",
  query: "{ get_form_channels { rowId connections { rowId slug name provider } } }",
  shape: (data) => ({
    connections: [...new Map(channelsOf(data).flatMap((channel) => (channel.connections ?? []).map((one) => [one.rowId, one]))).values()],
  }),
});

export const channels = dataResource({
  name: "channels",
  title: "Channels",
  description: "Where forms can be placed: each channel's surface, whether it requires a connection, and the possible connections.",
  query: "{ get_form_channels { rowId name surface requiresConnection serviceHosted connections { rowId slug name provider } } }",
  shape: (data) => ({ channels: channelsOf(data) }),
});
