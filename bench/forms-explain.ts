// Measures the database time of response and insight queries. One form of one workspace has 200,000 responses with answers and facts. Other
// workspaces together have another 200,000 responses. The statements are prepared, and the service's role runs them under row-level security.
//   npx tsx --conditions=source bench/forms-explain.ts [responses]      (TEST_DATABASE_URL selects a running server)
// Prints the planning and execution time of EXPLAIN (ANALYZE, BUFFERS) in milliseconds. Each time is the minimum of the last 4 of 9 runs.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { migrate } from "@offergraph/service/db/migrate";
import { createPool, withSessionOptions } from "@offergraph/service/db/pool";
import type { Read } from "@offergraph/service/db/read";
import { type Statement, sql } from "@offergraph/service/db/statement";
import { workspaceReader } from "@offergraph/service/db/workspace-reader";
import { compileFilter } from "@offergraph/service/filters/filter";
import { pageStatement } from "@offergraph/service/filters/keyset";
import { compileOrder } from "@offergraph/service/filters/order";
import { createLogger } from "@offergraph/shared/log/logger";
import pg from "pg";
import { answerFilter, factFilter, readAnswers, readFacts, readReasons, reasonFilter } from "../apps/forms/src/db/insight-read.js";
import { readDayCounts, readSurfaceCounts } from "../apps/forms/src/db/response-counts.js";
import { responseFilter, responseOrder, responsesTable } from "../apps/forms/src/db/response-list.js";
import { responseColumns } from "../apps/forms/src/db/responses.js";
import { seedInsights } from "../apps/forms/src/testing/seed-insights.js";
import { type Seeded, seedResponses } from "../apps/forms/src/testing/seed-responses.js";
import { isWithin, type Measured, onServer } from "./src/explain.js";

const count = Number(process.argv[2] ?? 200_000);
const workspaceId = "01900000-0000-7000-8000-000000000001";
const migrations = join(fileURLToPath(new URL("..", import.meta.url)), "apps/forms/prisma/migrations");

/** Calls `effect` with a fake `read` function, and returns the last SQL statement that `effect` passes to `read`. */
async function shown(effect: (read: Read) => Promise<unknown>): Promise<Statement> {
  let seen: Statement | undefined;
  await effect(async (statement) => {
    seen = statement;
    return [];
  });
  return seen as Statement;
}

async function measured(read: Read, { formId, discountCodeIds, placementIds }: Seeded): Promise<Measured[]> {
  const shape = responseFilter(read, workspaceId);
  const [ofForm, ofCode] = [sql`r.form_id = ${formId}::uuid`, sql`r.discount_code_id = ${discountCodeIds[0]}::uuid`];
  const since = (day: string) => sql`${ofForm} AND r.created_at >= ${day}::timestamptz AND r.created_at < '2026-06-01'::timestamptz`;
  const [all, month, day] = [since("2025-05-01"), since("2026-05-01"), since("2026-05-31")];
  const filters: Record<string, object> = {
    "visitorId equalTo": { visitorId: { equalTo: "visitor77" } },
    "visitorId includesInsensitive, none": { visitorId: { includesInsensitive: "nothing has this" } },
    "status SKIPPED, code by name": { status: { equalTo: "SKIPPED" }, discountCodeId: "CODE2seeded" },
    "customer in, not placed": {
      formPlacementByFormPlacementIdExists: false,
      not: { customerId: { isNull: true } },
      formPlacementId: { in: placementIds },
    },
    "flags in or": { or: [{ shortLinkByShortLinkIdExists: false }, { partnerByPartnerIdExists: true }] },
  };
  const page = (where: Statement, orderBy: string[], first: number) =>
    pageStatement(
      { select: responseColumns, from: responsesTable, where, order: compileOrder(responseOrder, orderBy) },
      { limit: first + 1, offset: 0, after: undefined },
    );
  const newest = (where: Statement) => page(where, ["CREATED_AT_DESC"], 25);
  const counts = (where: Statement) => shown((seen) => readSurfaceCounts(seen, where, "UTC"));
  const filtered = await Promise.all(
    Object.entries(filters).map(async ([name, filter]) => {
      const where = sql`${month} AND ${await compileFilter(shape, filter, "filter")}`;
      return [
        { name: `a month's list: ${name}`, limit: 150, statement: newest(where) },
        { name: `a month's counts: ${name}`, limit: 150, statement: await counts(where) },
      ];
    }),
  );
  return [
    { name: "a year's list", limit: 10, statement: newest(all) },
    { name: "a month's list", limit: 10, statement: newest(month) },
    { name: "a year's counts", limit: 400, statement: await counts(all) },
    { name: "a month's counts", limit: 150, statement: await counts(month) },
    { name: "a day's counts", limit: 10, statement: await counts(day) },
    ...filtered.flat(),
    { name: "a code's list", limit: 10, statement: page(ofCode, ["PRIMARY_KEY_ASC"], 20) },
    { name: "a code's total", limit: 150, statement: sql`SELECT count(*)::integer AS total FROM ${responsesTable} WHERE ${ofCode}` },
    {
      name: "a code's series",
      limit: 150,
      statement: await shown((seen) => readDayCounts(seen, ofCode, sql`r.partner_id IS NOT NULL`, "UTC")),
    },
  ];
}

/** Returns cases that read the newest rows, with or without a filter. */
async function measuredInsights(read: Read, { formId }: Seeded): Promise<Measured[]> {
  const some = { createdAt: { greaterThan: "2025-06-02T00:00:00Z" }, formId: { equalTo: formId } };
  const filters: [name: string, limit: number, answers: object, facts: object, reasons: object][] = [
    ["all", 15, {}, {}, {}],
    ["of a form since a day", 100, some, some, { family: { equalTo: "family1" } }],
    [
      "of a kind",
      100,
      { readable: { equalTo: true } },
      { kind: { equalTo: "opinion" }, polaritySign: { lessThan: 0 } },
      { broad: { in: ["reason5"] } },
    ],
    ["of next to none", 400, { who: { equalTo: "nobody" } }, { subject: { equalTo: "nothing" } }, { broad: { equalTo: "none" } }],
  ];
  const lists = filters.map(async ([name, limit, ...[answers, facts, reasons]]) => {
    const ofAnswers = await compileFilter(answerFilter(read), answers, "answers");
    const ofFacts = await compileFilter(factFilter(read), facts, "facts");
    const ofReasons = await compileFilter(reasonFilter, reasons, "reasons");
    return [
      { name: `insights, answers ${name}`, limit, statement: await shown((seen) => readAnswers(seen, ofAnswers)) },
      { name: `insights, facts ${name}`, limit, statement: await shown((seen) => readFacts(seen, ofFacts)) },
      { name: `insights, reasons ${name}`, limit, statement: await shown((seen) => readReasons(seen, ofReasons)) },
    ];
  });
  return (await Promise.all(lists)).flat();
}

async function measure(connectionString: string): Promise<number> {
  const log = createLogger("bench", "error");
  await migrate({ connectionString, migrationsDirectory: migrations, log });
  const pool = createPool({ connectionString, max: 2, applicationName: "bench", log, statementTimeout: 600_000 });
  const client = new pg.Client(withSessionOptions(connectionString));
  await client.connect();
  try {
    const query = (text: string, values?: unknown[]) => client.query(text, values);
    const year = { from: "2025-06-01T00:00:00.000Z", days: 365 };
    const seeded = await seedResponses(query, { workspaceId, count, ...year });
    await seedInsights(query, { workspaceId, formId: seeded.formId, count, from: year.from });
    for (let other = 2; other < 12; other += 1) {
      const another = { workspaceId: workspaceId.replace(/1$/, other.toString(16)), count: count / 10, ...year };
      const { formId } = await seedResponses(query, another);
      await seedInsights(query, { ...another, formId });
    }
    await client.query("VACUUM ANALYZE");
    const reader = workspaceReader(pool);
    let over = 0;
    const read: Read = (statement) => reader.read(workspaceId, statement);
    for (const one of [...(await measured(read, seeded)), ...(await measuredInsights(read, seeded))])
      if (!(await isWithin(client, workspaceId, one))) over += 1;
    return over;
  } finally {
    await client.end();
    await pool.end();
  }
}

const over = await onServer("bench_forms", measure);
console.log(over === 0 ? "All within their limits." : `${over} over their limit.`);
if (over > 0) process.exitCode = 1;
