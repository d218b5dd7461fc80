// A worker (for example on Cloudflare or Deno) that stores an answer to a form and returns the visitor's reward. Uses only web standards,
// and does not depend on Node. POST / accepts {"visitorId":"v1","customer":"ann@shop.example","answers":{"ease":5}}.
import { createCollectClient } from "@offergraph/sdk/collect";

export default {
  async fetch(request, { OFFERGRAPH_URL, OFFERGRAPH_PUBLIC_KEY }) {
    const collect = createCollectClient({ url: OFFERGRAPH_URL, publicKey: OFFERGRAPH_PUBLIC_KEY });
    const { visitorId, customer, answers } = await request.json();
    const started = await collect.start({ visitorId, customer: { ref: customer } });
    if (!started.ok) return Response.json({ errors: started.userErrors }, { status: 422 });
    const { id } = started.data;
    const completed = await collect.change(id, { answers, outcome: "COMPLETE" });
    if (!completed.ok) return Response.json({ errors: completed.userErrors }, { status: 422 });
    const { status, grants } = await collect.waitForGrants(id);
    return Response.json({ id, status, grants });
  },
};
