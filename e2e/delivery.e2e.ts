import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type GraphQLClient, graphqlClient } from "./src/client.js";
import { publishedEvents } from "./src/published-events.js";
import { type RunningSystem, type SystemFile, startSystem } from "./src/start-system.js";
import { waitUntil } from "./src/wait-until.js";
import { codeBody } from "./src/workspace.js";

const create = `mutation ($input: CreateDiscountCodeInput!) { create_discount_code(input: $input) { discountCode { rowId } userErrors { code } } }`;

describe("the event of a committed change is published exactly once", () => {
  let system: RunningSystem;
  let file: SystemFile;
  let client: GraphQLClient;
  let database: pg.Client;
  beforeAll(async () => {
    system = await startSystem({ env: { RATE_LIMIT_PER_IP: "0", RATE_LIMIT_PER_KEY: "0" } });
    file = await system.read();
    client = graphqlClient(file.baseUrl, file.secretKey);
    database = new pg.Client({ connectionString: file.databaseUrls.discounts });
    await database.connect();
  });
  afterAll(async () => {
    await database.end();
    await system.stop();
  });

  const createCode = async () => {
    const body = codeBody();
    await client.data(create, { input: { body } });
    return String(body.code);
  };
  const waiting = async () => Number((await database.query("SELECT count(*) AS waiting FROM outbox_events")).rows[0].waiting);
  const publishedTimes = async (code: string) =>
    (await publishedEvents(file.natsUrl, "offergraph.discounts.discount_code.created.v1")).filter(({ data }) => data.code === code).length;

  it("if NATS is unavailable during the commit", async () => {
    process.kill(file.pids.nats, "SIGSTOP");
    const code = await createCode();
    expect(await waiting()).toBe(1);
    process.kill(file.pids.nats, "SIGCONT");
    await waitUntil("the outbox is empty", async () => (await waiting()) === 0);
    expect(await publishedTimes(code)).toBe(1);
  });

  it("if NATS is killed and restarted", async () => {
    process.kill(file.pids.nats, "SIGKILL");
    const code = await createCode();
    await waitUntil("the outbox is empty", async () => (await waiting()) === 0);
    expect(await publishedTimes(code)).toBe(1);
  });

  it("if the process is killed between commit and publish", async () => {
    file = await system.read();
    process.kill(file.pids.nats, "SIGSTOP");
    const code = await createCode();
    expect(await waiting()).toBe(1);
    process.kill(file.pids.discounts, "SIGKILL");
    process.kill(file.pids.nats, "SIGCONT");
    await waitUntil("the outbox is empty", async () => (await waiting()) === 0);
    expect(await publishedTimes(code)).toBe(1);
    await waitUntil("discounts responds again", async () => {
      const { body } = await client.call("{ list_discount_codes(first: 0, withTotal: true) { totalCount } }");
      return body.data?.list_discount_codes;
    });
  });

  it("fields of an unavailable service are null with SUBGRAPH_UNAVAILABLE and no host name", async () => {
    file = await system.read();
    const supervisor = Number(system.process.pid);
    // Stops the supervisor, which would restart the service before a slow test sends its request.
    process.kill(supervisor, "SIGSTOP");
    try {
      process.kill(file.pids.discounts, "SIGKILL");
      const answer = await waitUntil("a response during the outage", async () => {
        const { status, body } = await client.call("{ list_discount_codes(first: 1) { nodes { rowId } } }");
        return body.errors ? { status, body } : false;
      });
      expect(answer.status).toBe(200);
      expect(answer.body.data).toEqual({ list_discount_codes: null });
      expect(answer.body.errors?.[0]?.extensions?.code).toBe("SUBGRAPH_UNAVAILABLE");
      expect(JSON.stringify(answer.body)).not.toMatch(/127\.0\.0\.1|ECONN|localhost/);
    } finally {
      process.kill(supervisor, "SIGCONT");
    }
  });
});
