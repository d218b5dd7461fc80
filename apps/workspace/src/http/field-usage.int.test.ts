import { principalHeader, principalSigner } from "@offergraph/shared/access/principal";
import { newId } from "@offergraph/shared/time/ids";
import { testSigningKey } from "@offergraph/testkit/subgraph";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { deleteOldFieldUsageJob } from "../jobs/delete-old-field-usage.js";
import { type Fixture, startFixture } from "../testing/fixture.js";
import { testWorkspace } from "../testing/workspaces.js";

const dayMs = 86_400_000;
let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture.stop());

type Workspace = Awaited<ReturnType<typeof testWorkspace>>;

/** Sends a report as the gateway does, and returns the status of the response. */
async function report(of: Workspace, body: unknown, header?: string): Promise<number> {
  const principal = { workspaceId: of.workspaceId, memberId: of.owner, keyId: newId(), level: "READ", requestId: "r" } as const;
  const request = { service: "workspace", method: "POST", path: "/field-usage", body: undefined };
  const signed = principalSigner(testSigningKey).sign(principal, fixture.clock.now().getTime(), request);
  const headers = { [principalHeader]: header ?? signed, "content-type": "application/json" };
  const response = await fetch(new URL("/field-usage", fixture.running.url), { method: "POST", headers, body: JSON.stringify(body) });
  return response.status;
}

async function stored({ workspaceId }: Workspace) {
  const { rows } = await fixture.admin.query<{ day: string; key_id: string; coordinate: string; count: string }>(
    "SELECT day::text, key_id, coordinate, count FROM field_usage WHERE workspace_id = $1 ORDER BY day, coordinate",
    [workspaceId],
  );
  return rows.map(({ day, key_id: keyId, coordinate, count }) => ({ day, keyId, coordinate, count: Number(count) }));
}
const today = () => fixture.clock.now().toISOString().slice(0, 10);

describe("POST /field-usage", () => {
  it("adds the counts of the reports of a day, also of the same part twice and of reports at the same time", async () => {
    const of = await testWorkspace(fixture);
    const keyId = newId();
    const uses = ["Query.get_form", "Form.title", "Form.title"].map((coordinate) => ({ keyId, coordinate, count: 2 }));
    expect(await Promise.all(Array.from({ length: 8 }, (_, index) => report(of, { uses: index % 2 ? uses : uses.toReversed() })))).toEqual(
      Array(8).fill(204),
    );
    expect(await stored(of)).toEqual([
      { day: today(), keyId, coordinate: "Form.title", count: 32 },
      { day: today(), keyId, coordinate: "Query.get_form", count: 16 },
    ]);
    fixture.clock.advance(dayMs);
    await report(of, { uses: [{ keyId, coordinate: "Form.title", count: 1 }] });
    expect(await stored(of)).toContainEqual({ day: today(), keyId, coordinate: "Form.title", count: 1 });
  });

  it.each([
    ["no uses", { uses: [] }],
    ["an invalid coordinate", { uses: [{ keyId: newId(), coordinate: "Form.title; x", count: 1 }] }],
    ["a negative count", { uses: [{ keyId: newId(), coordinate: "Form.title", count: -1 }] }],
    ["too many uses", { uses: Array(2_001).fill({ keyId: newId(), coordinate: "Form.title", count: 1 }) }],
    ["an invalid key id", { uses: [{ keyId: "k", coordinate: "Form.title", count: 1 }] }],
  ])("rejects a report with %s", async (_name, body) => {
    const of = await testWorkspace(fixture);
    expect(await report(of, body)).toBe(400);
    expect(await stored(of)).toEqual([]);
  });

  it("rejects a report that the gateway did not sign", async () => {
    const of = await testWorkspace(fixture);
    expect(await report(of, { uses: [{ keyId: newId(), coordinate: "Form.title", count: 1 }] }, "forged")).toBe(401);
    expect(await stored(of)).toEqual([]);
  });
});

it("a job deletes the records after 40 days", async () => {
  const of = await testWorkspace(fixture);
  const keyId = newId();
  const use = (coordinate: string) => report(of, { uses: [{ keyId, coordinate, count: 1 }] });
  const run = () =>
    fixture.running.parts.database.transaction({ workspaceId: of.workspaceId }, async (tx) => deleteOldFieldUsageJob.run?.(tx));
  await use("Form.old");
  fixture.clock.advance(dayMs);
  await use("Form.kept");
  fixture.clock.advance(40 * dayMs);
  await use("Form.current");
  await fixture.admin.query("UPDATE field_usage_retention SET due_at = $1 WHERE workspace_id = $2", [fixture.clock.now(), of.workspaceId]);
  expect(await run()).toBe(false);
  expect((await stored(of)).map(({ coordinate }) => coordinate)).toEqual(["Form.kept", "Form.current"]);
});
