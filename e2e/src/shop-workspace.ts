import { createClient, type Offergraph } from "@offergraph/sdk";
import { createIngestClient } from "@offergraph/sdk/ingest";
import { polling } from "@offergraph/testkit/timeouts";
import { vi } from "vitest";
import { hostedForm, short } from "./hosted-form.js";
import { setTriggers } from "./website-form.js";
import { admin, codeBody, newKey, newWorkspace, readSystem } from "./workspace.js";

/** A workspace for `examples/shop` with the discount code SHOP-25. */
export interface ShopWorkspace {
  offergraph: Offergraph;
  /** The shop's settings. */
  env: Record<string, string>;
  secrets: string[];
  ordersOf(email: string): Promise<object[]>;
}

export async function shopWorkspace(origin?: string): Promise<ShopWorkspace> {
  const [mine, { baseUrl: url }] = await Promise.all([newWorkspace(), readSystem()]);
  const offergraph = createClient({ url, key: mine.key });
  const add = ["connection", "add", "--workspace", mine.workspaceId, "--name", "Shop"];
  const { connectionId } = await admin<{ connectionId: string }>(add);
  const { key } = await newKey(mine.workspaceId, mine.memberId, ["--level", "READ"]);
  const { key: storeKey } = await newKey(mine.workspaceId, mine.memberId, ["--connection", connectionId]);
  // The orders service learns of the new connection with a delay.
  await vi.waitFor(() => createIngestClient({ url, key: storeKey }).orders.send([]), polling);
  await offergraph.createDiscountCode({ body: codeBody({ code: "SHOP-25", value_percent: 25 }) as never });
  let publicKey = "fpk_none";
  if (origin) {
    const form = await hostedForm(mine.client, { payload: short, channelId: "Website", config: { allowed_origins: [origin] } });
    await setTriggers(mine.client, form.formId, [{ type: "PAGE_URL", matches: [{ op: "STARTS_WITH", value: "/orders/" }] }]);
    publicKey = form.publicKey;
  }
  const names = { OFFERGRAPH_URL: url, OFFERGRAPH_KEY: key, OFFERGRAPH_STORE_KEY: storeKey, OFFERGRAPH_PUBLIC_KEY: publicKey };
  return {
    offergraph,
    env: names,
    secrets: [key, storeKey],
    async ordersOf(email) {
      const filter = { customerRef: { equalTo: email } };
      const discount = { discountGiven: true, attributionMethod: true, discountCode: { code: true } } as const;
      const { nodes } = await offergraph.listOrders({ filter }, { fields: { externalRef: true, totalPrice: true, ...discount } });
      return nodes;
    },
  };
}
