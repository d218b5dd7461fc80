import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { polling } from "@offergraph/testkit/timeouts";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { runAdmin } from "../../cli/program.js";
import { createCode, getCode } from "../../testing/codes.js";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import { messyCsv } from "../../testing/messy-csv.js";

interface Imported {
  created: number;
  unchanged: number;
  rejected: number;
  errors: { line: number; column: string; reason: string }[];
}

let fixture: Fixture;
let client: Client;
let folder: string;
let files = 0;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
  folder = await mkdtemp(path.join(tmpdir(), "offergraph-import-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await fixture?.stop();
});
beforeEach(() => {
  client = fixture.client();
});

const save = async (text: string | Buffer) => {
  files += 1;
  const file = path.join(folder, `${files}.csv`);
  await writeFile(file, text);
  return file;
};
const wordsFor = (file: string) => ["import", "discounts", file, "--workspace", client.workspaceId];
const run = async (file: string, ...words: string[]) => {
  const output = { out: "", error: "" };
  const terminal = {
    out: (text: string) => {
      output.out += text;
    },
    error: (text: string) => {
      output.error += text;
    },
  };
  const code = await runAdmin([...wordsFor(file), ...words], { DATABASE_URL: fixture.connectionString }, terminal);
  return { code, ...output };
};
/** Runs the import in a separate process, so that the test can send signals to the import. */
const start = (file: string) => {
  const admin = fileURLToPath(new URL("../../admin.ts", import.meta.url));
  const child = spawn(process.execPath, ["--conditions=source", "--import", "tsx", admin, ...wordsFor(file), "--json"], {
    env: { PATH: process.env.PATH, DATABASE_URL: fixture.connectionString },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let out = "";
  child.stdout.on("data", (text: Buffer) => {
    out += text;
  });
  const ended = once(child, "close").then(([code]) => ({ code, ...(JSON.parse(out) as Imported & { stopped?: true }) }));
  return { child, ended };
};
const pipe = () => {
  files += 1;
  const file = path.join(folder, `${files}.pipe`);
  execFileSync("mkfifo", [file]);
  return file;
};
const json = async (file: string) => {
  const { code, out } = await run(file, "--json");
  return { code, ...(JSON.parse(out) as Imported) };
};
const count = async (from: string) => {
  const { rows } = await fixture.admin.query(`SELECT count(*)::int AS count FROM ${from}`, [client.workspaceId]);
  return rows[0].count as number;
};
const events = () => count("outbox_events WHERE workspace_id = $1 AND subject = 'offergraph.discounts.discount_code.created.v1'");
const named = ({ line, column }: { line: number; column: string }) => `${line} ${column}`;

describe("import discounts", () => {
  it("imports a messy file of 3,000 rows: each valid row once with event and schedule, each invalid row reported", async () => {
    const { text, good, bad } = messyCsv(3000);
    const file = await save(text);
    const first = await json(file);
    expect(first).toMatchObject({ code: 2, created: good, unchanged: 0, rejected: 3000 - good });
    expect(first.errors.map(named)).toEqual(bad.map(named));
    expect(await count("discount_codes WHERE workspace_id = $1 AND created_by = 0")).toBe(good);
    expect(await count("code_names WHERE workspace_id = $1 AND kind = 0")).toBe(good);
    expect(await events()).toBe(good);
    expect(await count("outbox_events WHERE workspace_id = $1")).toBe(good);
    const toCome = "status IN (2, 3) AND ends_at > status_written_at OR status = 2 AND start_at > status_written_at";
    const scheduled = await count("scheduled_transitions WHERE workspace_id = $1");
    expect(scheduled).toBe(await count(`discount_codes WHERE workspace_id = $1 AND (${toCome})`));
    expect(scheduled).toBeGreaterThan(300);

    expect(await json(file)).toEqual({ ...first, created: 0, unchanged: good });
    expect(await events()).toBe(good);
    expect(await count("discount_codes WHERE workspace_id = $1")).toBe(good);
  });

  it("skips codes that exist as a code or alias in the workspace, ignoring case", async () => {
    const mine = await createCode(client, { code: "MINE", title: "as it is", aliased_codes: [{ code: "Nick" }] });
    await createCode(fixture.client(), { code: "theirs" });
    const file = await save("Code,Value\nmine,5%\nNICK,5%\ntheirs,5%");
    expect(await json(file)).toEqual({ code: 0, created: 1, unchanged: 2, rejected: 0, errors: [] });
    expect(await getCode(client, mine.rowId)).toEqual(mine);
  });

  it("imports a row as the API returns it", async () => {
    await json(
      await save(
        '\uFEFFNAME,code, times used ,Value,Usage_Limit,START,End,Note\r\n"Ten, off",TEN,7,-10.0%,5,2026-01-01 09:30:00 -0500,,x\r\n',
      ),
    );
    const { list } = await client.data<{ list: { nodes: object[] } }>(
      `{ list: list_discount_codes { nodes { code title valueKind valuePercent valueAmount usageLimit usageCount startAt endsAt status createdBy
        aliasedCodes { code } tags placements { placementId } isPublic } } }`,
    );
    expect(list.nodes).toEqual([
      {
        ...{ code: "TEN", title: "Ten, off", valueKind: "percent", valuePercent: "10", valueAmount: null, usageLimit: 5, usageCount: 7 },
        ...{ startAt: "2026-01-01T14:30:00.000Z", endsAt: null, status: "ACTIVE", createdBy: "IMPORTED" },
        ...{ aliasedCodes: [], tags: {}, placements: [], isPublic: false },
      },
    ]);
  });

  it.each([
    ["semicolons", 'Code;Value;Name\r\nSEMI;10,5 %;"Ten; and a half"\r\nAMOUNT;€ 1.234,50;x\r\n'],
    ["tabs", "Code\tValue\tName\nSEMI\t10.5%\tTen; and a half\nAMOUNT\t1,234.50 €\tx\n"],
  ])("reads a file whose cells are separated by %s", async (_name, text) => {
    expect(await json(await save(text))).toMatchObject({ code: 0, created: 2, rejected: 0 });
    const { list } = await client.data<{ list: { nodes: object[] } }>(
      "{ list: list_discount_codes(orderBy: [CODE_DESC]) { nodes { code title valuePercent valueAmount } } }",
    );
    expect(list.nodes).toEqual([
      { code: "SEMI", title: "Ten; and a half", valuePercent: "10.5", valueAmount: null },
      { code: "AMOUNT", title: "x", valuePercent: null, valueAmount: "1234.5" },
    ]);
  });

  it("reports a value without a unit and skips the row", async () => {
    const imported = await json(await save("Code,Value\nPLAIN,15\nSURE,15%\n"));
    expect(imported).toMatchObject({ code: 2, created: 1, rejected: 1, errors: [{ line: 2, column: "Value" }] });
  });

  it("prints the first rejected rows, the ignored columns and the counts", async () => {
    const bad = Array.from({ length: 60 }, (_, index) => `c${index},x,n`).join("\n");
    const { code, out, error } = await run(await save(`Code,Value,Note\ngood,1%,n\n${bad}`));
    expect([code, error]).toEqual([2, ""]);
    expect(out).toMatch(/^line 3, Value: The value must be an unambiguous number/);
    expect(out).toMatch(
      /line 52, .*\n… and more problems\. Use --json to list all problems\.\nIgnored columns: Note\.\n1 discount code created, 0 unchanged, 60 rows rejected/,
    );
    expect(out).not.toMatch(/line 53,/);
  });

  it("changes nothing if the file is missing or has no discount codes", async () => {
    const failures = [
      [path.join(folder, "none.csv"), /does not exist/],
      [folder, /a directory/],
      [await save(""), /empty/],
      [await save("Name,Worth\na,1"), /Missing columns: code, value\. Columns found: Name, Worth/],
      [await save("Code,Value,Coupon\na,1,b"), /"Code" and "Coupon"/],
      [await save(Buffer.from("Code,Value\na,1", "utf16le")), /UTF-8/],
    ] as const;
    for (const [file, reason] of failures) {
      const { code, out, error } = await run(file);
      expect([code, out]).toEqual([1, ""]);
      expect(error).toMatch(reason);
    }
    expect(await client.events()).toEqual([]);
  });

  it("creates each code once if two imports of one file run at once", async () => {
    const { text, good } = messyCsv(3000);
    const file = await save(text);
    const [one, two] = await Promise.all([json(file), json(file)]);
    expect(one.created + two.created).toBe(good);
    expect(one.unchanged + two.unchanged).toBe(good);
    expect(await events()).toBe(good);
  });

  it("reads a pipe whose writer starts earlier or later", async () => {
    const early = pipe();
    const written = writeFile(early, "Code,Value\nEARLY,5%\n");
    expect(await json(early)).toMatchObject({ code: 0, created: 1, rejected: 0 });
    await written;
    const late = pipe();
    const imported = json(late);
    await writeFile(late, "Code,Value\nLATE,5%\n");
    expect(await imported).toMatchObject({ code: 0, created: 1, rejected: 0 });
  });

  it.each(["SIGINT", "SIGTERM"] as const)(
    "stopped by %s (sent twice under npm), completes its batch, prints its progress, and continues on the next run",
    async (signal) => {
      const { text, good } = messyCsv(6000);
      const incomplete = pipe();
      const { child, ended } = start(incomplete);
      const writer = await open(incomplete, "w");
      // The import cannot end before the signal, because the pipe stays open. The write fails if the import stops before its end.
      const written = writer.write(text.slice(0, text.length / 2)).catch(() => undefined);
      await expect.poll(events, polling).toBeGreaterThan(0);
      child.kill(signal);
      child.kill("SIGINT");
      const { code, ...stopped } = await ended;
      await written;
      await writer.close();
      expect([code, stopped]).toMatchObject([130, { stopped: true, unchanged: 0 }]);
      expect(stopped.created).toBeGreaterThan(0);
      expect(stopped.created).toBeLessThan(good);
      expect(await events()).toBe(stopped.created);

      expect(await json(await save(text))).toMatchObject({ created: good - stopped.created, unchanged: stopped.created });
      expect(await events()).toBe(good);
      expect(await count("discount_codes WHERE workspace_id = $1")).toBe(good);
    },
  );

  it("stopped while it waits for a pipe's writer, keeps complete rows only", async () => {
    const file = pipe();
    const { child, ended } = start(file);
    // `open` waits until the import opens the pipe.
    const writer = await open(file, "w");
    await writer.write(`Code,Value\n${Array.from({ length: 500 }, (_, index) => `p${index},5%\n`).join("")}last,5%\nhal`);
    await expect.poll(events, polling).toBe(500);
    child.kill("SIGINT");
    expect(await ended).toMatchObject({ code: 130, stopped: true, created: 501, rejected: 0 });
    await writer.close();
  });
});
