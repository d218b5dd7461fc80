import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type Fixture, pathsOf, startFixture, type UserError } from "../../testing/fixture.js";
import { type TestWorkspace, testWorkspace } from "../../testing/workspaces.js";

let fixture: Fixture;
let workspace: TestWorkspace;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
  workspace = await testWorkspace(fixture);
});
afterAll(() => fixture?.stop());

const fields = "workspaceId createdAt updatedAt name isTest timeZone reportingCurrency defaultTrustFloor responseRetentionDays";
const document = `mutation ($input: UpdateWorkspaceSettingsInput!) {
  update_workspace_settings(input: $input) { settings { ${fields} } userErrors { field code message } } }`;
const update = async (input: object) =>
  (
    await workspace
      .as(workspace.owner)
      .data<{ update_workspace_settings: { settings: object | null; userErrors: UserError[] } }>(document, { variables: { input } })
  ).update_workspace_settings;
const read = async () =>
  (await workspace.as(workspace.owner).data<{ get_workspace_settings: object }>(`{ get_workspace_settings { ${fields} } }`))
    .get_workspace_settings;

describe("update_workspace_settings", () => {
  it("changes what is given, normalizes names, and emits an event with the changed settings", async () => {
    fixture.clock.advance(1_000);
    const given = { timeZone: "america/los_angeles", reportingCurrency: "EUR", defaultTrustFloor: 0.4, responseRetentionDays: 30 };
    const wanted = { ...given, timeZone: "America/Los_Angeles", reportingCurrency: "eur", name: "Tests", isTest: false };
    const { settings } = await update(given);
    expect(settings).toMatchObject({ ...wanted, updatedAt: fixture.clock.now().toISOString() });
    expect(await read()).toEqual(settings);
    expect((await workspace.events()).at(-1)).toMatchObject({
      what: "workspace.updated",
      recordId: workspace.workspaceId,
      data: { ...wanted, changed: ["timeZone", "reportingCurrency", "defaultTrustFloor", "responseRetentionDays", "updatedAt"] },
    });
    const before = (await workspace.events()).length;
    expect((await update(given)).settings).toEqual(settings);
    expect(await workspace.events()).toHaveLength(before);
    expect((await update({ reportingCurrency: null, defaultTrustFloor: null })).settings).toMatchObject({
      ...{ reportingCurrency: null, defaultTrustFloor: null, responseRetentionDays: 30 },
    });
  });

  it("gives each change a later updatedAt, also at the same time and if the clock of another replica is behind", async () => {
    fixture.clock.advance(2_000);
    const now = fixture.clock.now().getTime();
    const { settings: first } = await update({ responseRetentionDays: 31 });
    expect(first).toMatchObject({ updatedAt: new Date(now).toISOString() });
    const { settings: second } = await update({ responseRetentionDays: 32 });
    expect(second).toEqual({ ...first, responseRetentionDays: 32, updatedAt: new Date(now + 1).toISOString() });
    fixture.clock.advance(-1_000);
    const { settings: third } = await update({ responseRetentionDays: 33 });
    fixture.clock.advance(1_000);
    expect(third).toEqual({ ...first, responseRetentionDays: 33, updatedAt: new Date(now + 2).toISOString() });
    expect((await workspace.events()).at(-1)?.data).toMatchObject(third ?? {});
  });

  it("reports all errors at once and changes nothing", async () => {
    const before = await read();
    const wrong = { name: " ", timeZone: "+02:00", reportingCurrency: "euro", defaultTrustFloor: 1.5, responseRetentionDays: 0 };
    expect(pathsOf((await update(wrong)).userErrors)).toEqual([
      "input.defaultTrustFloor OUT_OF_RANGE",
      "input.name INVALID",
      "input.reportingCurrency INVALID",
      "input.responseRetentionDays OUT_OF_RANGE",
      "input.timeZone INVALID",
    ]);
    expect(await read()).toEqual(before);
  });
});
