import { queries } from "../partial-failure/operations.js";
import type { Verdict } from "../verdict.js";
import type { Balancer } from "./balancer.js";
import { createClient, type Sent } from "./client.js";

const concurrency = 40;

/** Sends `count` requests over separate connections, so that both gateways get half of them. */
export async function burst(balancer: Balancer, key: string, count: number, address: (index: number) => string): Promise<Sent[]> {
  const sent: Sent[] = [];
  let next = 0;
  const send = async () => {
    for (let index = next++; index < count; index = next++) {
      const client = createClient();
      const call = { baseUrl: balancer.url, key, kind: "discounts", query: queries.discounts, address: address(index) };
      sent.push(await client.send(call));
      client.close();
    }
  };
  await Promise.all(Array.from({ length: concurrency }, send));
  return sent;
}

export const passedOf = (sent: readonly Sent[]): number => sent.filter(({ failure }) => failure === undefined).length;

/** Exactly `limit` of the requests pass, all others get 429, and both gateways have passed some. */
export function checkExact(what: string, sent: readonly Sent[], limit: number, balancer: Balancer, verdict: Verdict): void {
  const rejected = sent.filter(({ status }) => status === 429).length;
  verdict.equals(`${what}: passed of ${sent.length}`, passedOf(sent), limit);
  verdict.equals(`${what}: rejected with 429`, rejected, sent.length - limit);
  const gateways = new Set(sent.map(({ port }) => balancer.targetOf(port)));
  verdict.equals(`${what}: gateways that got requests`, gateways.size, 2);
}
