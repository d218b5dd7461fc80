import { serverAudits } from "graphql-http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestGateway, testGateway } from "../testing/gateway.js";

let gateway: TestGateway;
let key = "";
beforeAll(async () => {
  gateway = await testGateway();
  ({ key } = await gateway.newKey());
});
afterAll(() => gateway?.stop());

/** Ids of the audits that the gateway fails by design. Rejected operations get the status 400 for every media type. */
const decidedOtherwise = ["572B", "FDE2", "7B9B"];

it("passes the GraphQL over HTTP audits, except documented deviations", async () => {
  const audits = serverAudits({
    url: `${gateway.url}/graphql/v1`,
    fetchFn: (url: string, init: RequestInit = {}) => {
      const headers = new Headers(init.headers);
      headers.set("authorization", `Bearer ${key}`);
      return fetch(url, { ...init, headers });
    },
  });
  const failed: string[] = [];
  for (const audit of audits) if ((await audit.fn()).status !== "ok") failed.push(audit.id);
  expect(audits).toHaveLength(61);
  expect(failed).toEqual(decidedOtherwise);
});
