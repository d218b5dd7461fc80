import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { messyCsv } from "../apps/discounts/src/testing/messy-csv.js";
import { sandboxCodes } from "./src/sandbox-store.js";
import { repository } from "./src/start-system.js";
import { waitUntil } from "./src/wait-until.js";
import { change } from "./src/website-form.js";
import { admin, adminProcess, newWorkspace, readSystem, type Workspace } from "./src/workspace.js";

const execute = promisify(execFile);
const rows = 10_000;
const placed = 300;

interface Listed {
  nodes: { rowId: string; code: string }[];
  totalCount: number;
}
interface Imported {
  created: number;
  unchanged: number;
  rejected: number;
  errors: { line: number; column: string; reason: string }[];
}

describe(`a store platform's export of ${rows} codes`, () => {
  let mine: Workspace;
  let folder: string;
  let connectionId: string;
  const file = messyCsv(rows);
  beforeAll(async () => {
    mine = await newWorkspace();
    folder = await mkdtemp(path.join(tmpdir(), "offergraph-import-"));
    await writeFile(path.join(folder, "codes.csv"), file.text);
    ({ connectionId } = await admin<{ connectionId: string }>([
      ...["connection", "add", "--workspace", mine.workspaceId, "--name", "Sandbox shop", "--sandbox"],
    ]));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** The import command prints JSON even if it fails because of invalid rows. */
  const importFile = async (): Promise<Imported> => {
    const words = [
      "scripts/offergraph.mjs",
      "admin",
      "import",
      "discounts",
      path.join(folder, "codes.csv"),
      "--workspace",
      mine.workspaceId,
      "--json",
    ];
    const environment = { ...process.env, DATA_DIR: inject("dataDirectory") };
    const { stdout } = await execute("node", words, { cwd: repository, env: environment, maxBuffer: 2 ** 26 }).catch(
      (error: { code?: number; stdout: string; stderr: string }) => {
        if (error.code !== 2) throw new Error(error.stderr);
        return error;
      },
    );
    return JSON.parse(stdout) as Imported;
  };
  const list = async (variables: object): Promise<Listed> =>
    (
      await mine.client.data<{ list: Listed }>(
        `query ($filter: DiscountCodeFilter, $first: Int, $orderBy: [DiscountCodeOrderBy!]) {
          list: list_discount_codes(filter: $filter, first: $first, orderBy: $orderBy, withTotal: true) { nodes { rowId code } totalCount } }`,
        variables as Record<string, unknown>,
      )
    ).list;

  it("is rejected for an unknown workspace", async () => {
    const nowhere = randomUUID();
    const commands = [
      ["import", "discounts", path.join(folder, "codes.csv")],
      ["partner", "add", "--name", "Ann"],
    ];
    for (const words of commands)
      await expect(adminProcess([...words, "--workspace", nowhere])).rejects.toMatchObject({
        code: 1,
        stdout: "",
        stderr: `There is no workspace ${nowhere}.\n`,
      });
  });

  it("is imported, and each invalid row is reported by line and column", async () => {
    const imported = await importFile();
    expect(imported).toMatchObject({ created: file.good, unchanged: 0 });
    const named = (one: { line: number; column: string }) => `${one.line} ${one.column}`;
    expect(imported.errors.map(named).sort()).toEqual(file.bad.map(named).sort());
    expect(await list({ first: 0, filter: { createdBy: { equalTo: "IMPORTED" } } })).toMatchObject({ totalCount: file.good });
  });

  it("changes nothing if it is imported again", async () => {
    expect(await importFile()).toMatchObject({ created: 0, unchanged: file.good });
    expect(await list({ first: 0 })).toMatchObject({ totalCount: file.good });
  });

  it("can be filtered, aggregated and tagged", async () => {
    const figures = await mine.client.data<Record<string, { count: number; byStatus: { count: number }[] }>>(
      `{ all: get_discount_codes_aggregates_filtered { count byStatus { status count } sum { usageCount } }
         percent: get_discount_codes_aggregates_filtered(filter: { valuePercent: { greaterThan: "0" } }) { count byStatus { status count } } }`,
    );
    expect(figures.all?.count).toBe(file.good);
    expect(figures.all?.byStatus.reduce((sum, { count }) => sum + count, 0)).toBe(file.good);
    const percent = await list({ first: 0, filter: { valuePercent: { greaterThan: "0" } } });
    expect(figures.percent?.count).toBe(percent.totalCount);
    const [code] = (await list({ first: 1, orderBy: ["CODE_ASC"] })).nodes;
    const { answer } = await mine.client.data<{ answer: { userErrors: object[] } }>(
      `mutation ($id: UUID!) { answer: save_discount_code(id: $id, body: { tags: { imported: "green" } }) { userErrors { code } } }`,
      { id: code?.rowId },
    );
    expect(answer.userErrors).toEqual([]);
    expect(await mine.client.data("{ get_discount_code_tag_facets { name color count } }")).toEqual({
      get_discount_code_tag_facets: [{ name: "imported", color: "green", count: 1 }],
    });
  });

  it(`is placed on the store, which has exactly the ${placed} placed codes and no deleted codes`, async () => {
    const { nodes } = await list({ first: placed, orderBy: ["CODE_DESC"] });
    const placements = new Map<string, string>();
    for (const { rowId } of nodes) {
      const { answer } = await mine.client.data<{ answer: { placement: { placementId: string } | null; userErrors: object[] } }>(
        `mutation ($input: AddDiscountPlacementsInput!) { answer: add_discount_placements(input: $input) { placement { placementId } userErrors { field code message } } }`,
        { input: { connectionId, discountCodeId: rowId } },
      );
      expect(answer.userErrors).toEqual([]);
      placements.set(rowId, answer.placement?.placementId ?? "");
    }
    const { sandboxStoreUrl } = await readSystem();
    const inStore = async () => (await sandboxCodes(sandboxStoreUrl, connectionId)).map(({ code }) => code).sort();
    const codes = nodes.map(({ code }) => code).sort();
    await waitUntil("the store has the placed codes", async () => (await inStore()).join() === codes.join());

    const [deleted, removed, ...remaining] = nodes;
    await change(mine.client, "delete_discount_code", { id: deleted?.rowId }, "");
    await mine.client.data(`mutation ($id: UUID!) { remove_discount_placement(input: { placementId: $id }) { deletedId } }`, {
      id: placements.get(removed?.rowId ?? ""),
    });
    const left = remaining.map(({ code }) => code).sort();
    await waitUntil("the store has removed two", async () => (await inStore()).join() === left.join());

    const { answer } = await mine.client.data<{ answer: { discountCodes: object[]; userErrors: object[] } }>(
      `mutation ($ids: [UUID!]!) { answer: bulk_sync_discount_codes(input: { ids: $ids }) { discountCodes { rowId } userErrors { code } } }`,
      { ids: remaining.map(({ rowId }) => rowId) },
    );
    expect(answer).toMatchObject({ discountCodes: { length: remaining.length }, userErrors: [] });
    const first = remaining[0]?.rowId;
    const changes = async () =>
      (
        await mine.client.data<{ changes: { totalCount: number; nodes: { payloadHash: string }[] } }>(
          `query ($id: UUID!) { changes: get_discount_changes(id: $id) { totalCount nodes { payloadHash connectionId } } }`,
          { id: first },
        )
      ).changes;
    const pushed = await waitUntil("the bulk sync has pushed the code", async () => {
      const found = await changes();
      return found.totalCount === 2 && found;
    });
    expect(new Set(pushed.nodes.map(({ payloadHash }) => payloadHash)).size).toBe(1);
    const statuses = await mine.client.data<{ placements: { syncStatus: string; lastError: string | null }[] }>(
      `query ($id: Ref!) { placements: get_discount_placements_by_code(discountCodeId: $id) { syncStatus lastError connection { slug } } }`,
      { id: first },
    );
    expect(statuses.placements).toEqual([{ syncStatus: "SYNCED", lastError: null, connection: { slug: "sandbox-shop" } }]);
  });

  it("can be restricted to targets of the store's catalog", async () => {
    const { found } = await mine.client.data<{ found: { kind: string; externalRef: string; title: string }[] }>(
      `query ($connectionId: UUID!) { found: search_placement_targets(connectionId: $connectionId, kind: COLLECTION, query: "") { kind externalRef title placementId } }`,
      { connectionId },
    );
    expect(found.length).toBeGreaterThan(0);
    expect(found.every(({ kind, externalRef }) => kind === "COLLECTION" && externalRef !== "")).toBe(true);
  });
});
