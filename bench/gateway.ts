import { readFile } from "node:fs/promises";
import path from "node:path";
import { graphqlRequest, principalHeader, principalSigner } from "@offergraph/shared/access/principal";
import pg from "pg";
import { seedCodes } from "../apps/discounts/src/testing/seed-codes.js";
import { startSystem } from "../e2e/src/start-system.js";
import { startChild } from "./src/child.js";
import { type Measurement, measure, type Operation, type Target } from "./src/load.js";
import { startStock } from "./src/peers/stock.js";

// Compares the cost of requests to this gateway, to a stock Apollo Gateway with the same supergraph, and directly to a subgraph.
const short = process.argv.includes("--short");
const amount = short ? 600 : 6_000;
const codes = short ? 2_000 : 20_000;
const many = "1000000000";
// With --short, the benchmark sends few requests, and JIT compilation takes much of the CPU time, so the limits are higher.
const maxTimesBareStatement = short ? 6 : 3;
const maxTimesStock = short ? 0.8 : 0.5;

const system = await startSystem({ env: { RATE_LIMIT_PER_IP: many, RATE_LIMIT_PER_KEY: many, RATE_LIMIT_FAILED_KEY: many } });
const children: { stop(): Promise<void> }[] = [];
try {
  const file = await system.read();
  const signingKey = (await readFile(path.join(system.dataDirectory, "signing-key"), "utf8")).trim();
  const connectionString = file.databaseUrls.discounts ?? "";
  const database = new pg.Client({ connectionString });
  await database.connect();
  await seedCodes((text, values) => database.query(text, values), { workspaceId: file.workspaceId, count: codes });
  await database.query("ANALYZE");
  await database.query("SELECT set_config('app.workspace_id', $1, false)", [file.workspaceId]);
  const { rows } = await database.query<{ row_id: string }>("SELECT row_id FROM discount_codes LIMIT 2000");
  const ids = rows.map((row) => row.row_id);
  await database.end();
  const principal = {
    workspaceId: file.workspaceId,
    memberId: file.workspaceId,
    keyId: file.workspaceId,
    level: "ADMIN",
    requestId: "bench",
  } as const;

  const subgraphs = Object.fromEntries(
    ["discounts", "incentives", "forms", "orders", "workspace"].map((name) => [name, file.urls[name] ?? ""]),
  );
  const hop = await startChild<{ urls: Record<string, string> }>("hop.ts", { signingKey, principal, services: subgraphs, replay: false });
  children.push(hop);
  const stock = await startStock(hop.answer.urls);
  children.push(stock);
  const bare = await startChild<{ cpuMicroseconds: number }>("bare-statement.ts", {
    connectionString,
    workspaceId: file.workspaceId,
    amount,
  });

  const signer = principalSigner(signingKey);
  const key = () => ({ authorization: `Bearer ${file.secretKey}` });
  const targets: Target[] = [
    { name: "ours", url: `${file.baseUrl}/graphql/v1`, pid: file.pids.gateway, headers: key },
    { name: "stock", url: stock.url, pid: stock.pid, headers: key },
    {
      name: "subgraph",
      url: file.urls.discounts ?? "",
      pid: file.pids.discounts,
      headers: (body) => ({ [principalHeader]: signer.sign(principal, Date.now(), graphqlRequest("discounts", body)) }),
    },
  ];
  const fields = "rowId code title status valueKind valuePercent usageCount createdAt endsAt";
  const run = Date.now().toString(36);
  const operations: Operation[] = [
    {
      name: "list of 50",
      query: `query ($offset: Int) { list_discount_codes(first: 50, offset: $offset) { nodes { ${fields} } pageInfo { hasNextPage endCursor } } }`,
      variables: (index) => ({ offset: index % 50 }),
    },
    {
      name: "get",
      query: `query ($id: UUID!) { get_discount(id: $id) { ${fields} } }`,
      variables: (index) => ({ id: ids[index % ids.length] }),
    },
    {
      name: "create",
      query:
        "mutation ($body: DiscountCodeBody!) { create_discount_code(input: { body: $body }) { discountCode { rowId } userErrors { field } } }",
      variables: (index) => ({
        body: {
          ...{
            code: `BENCH-${run}-${index}-${Math.random()}`,
            aliased_codes: [],
            title: "Bench",
            value_kind: "percent",
            value_percent: 10,
          },
          ...{ value_amount: null, usage_limit: null, start_at: null, ends_at: null, status: "DRAFT" },
        },
      }),
    },
  ];

  const header = ["operation", "target", "CPU µs", "of stock", "req/s", "p50 ms", "p99 ms"];
  const print = (cells: string[]) => console.log(cells.map((cell, index) => (index < 2 ? cell.padEnd(12) : cell.padStart(10))).join(" "));
  console.log(`${codes} codes, ${amount} requests over 50 connections each; CPU time of the target process per request.`);
  print(header);
  const cpu = new Map<string, number>();
  for (const operation of operations) {
    const rows = new Map<string, Measurement>();
    for (const target of targets) {
      const requests = operation.name === "create" ? Math.ceil(amount / 4) : amount;
      rows.set(target.name, await measure(target, operation, requests));
    }
    const reference = rows.get("stock")?.cpuMicroseconds ?? Number.NaN;
    for (const [name, row] of rows) {
      cpu.set(`${operation.name}/${name}`, row.cpuMicroseconds);
      const figures = [row.cpuMicroseconds, row.cpuMicroseconds / reference, row.requestsPerSecond, row.p50, row.p99];
      print([operation.name, name, ...figures.map((figure, index) => figure.toFixed(index === 1 ? 2 : 0))]);
    }
  }
  const check = (text: string, ratio: number, limit: number) => {
    // The comparison is false if the ratio is NaN, so NaN counts as too high.
    const isWithin = ratio <= limit;
    if (!isWithin) process.exitCode = 1;
    console.log(`${isWithin ? "ok      " : "TOO HIGH"} ${text}: ${ratio.toFixed(2)} × (limit: ${limit.toFixed(2)})`);
  };
  const ratioOf = (one: string, other: number) => (cpu.get(one) ?? Number.NaN) / other;
  console.log("\nCPU time:");
  check(
    "subgraph's list, compared with a plain prepared statement",
    ratioOf("list of 50/subgraph", bare.answer.cpuMicroseconds),
    maxTimesBareStatement,
  );
  for (const operation of ["list of 50", "get"]) {
    const stock = cpu.get(`${operation}/stock`) ?? Number.NaN;
    check(`this gateway's ${operation}, compared with the stock gateway`, ratioOf(`${operation}/ours`, stock), maxTimesStock);
  }
} finally {
  for (const child of children) await child.stop();
  await system.stop();
}
