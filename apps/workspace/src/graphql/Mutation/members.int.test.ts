import { newId } from "@offergraph/shared/time/ids";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type Fixture, pathsOf, startFixture, type UserError } from "../../testing/fixture.js";
import { type TestWorkspace, testWorkspace } from "../../testing/workspaces.js";

interface Answer {
  member: { rowId: string; name: string; role: string; removedAt: string | null } | null;
  userErrors: UserError[];
}

let fixture: Fixture;
let workspace: TestWorkspace;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
  workspace = await testWorkspace(fixture);
});
afterAll(() => fixture?.stop());

const session = { isSession: true } as const;
const fields = "{ member { rowId name role removedAt } userErrors { field code message } }";
const documents = {
  add_member: `mutation ($input: AddMemberInput!) { add_member(input: $input) ${fields} }`,
  set_member_role: `mutation ($input: SetMemberRoleInput!) { set_member_role(input: $input) ${fields} }`,
  remove_member: `mutation ($input: RemoveMemberInput!) { remove_member(input: $input) ${fields} }`,
};
async function run(name: keyof typeof documents, input: object, memberId = workspace.owner, idempotencyKey?: string): Promise<Answer> {
  const options = { variables: { input }, ...(idempotencyKey && { idempotencyKey }) };
  return (await workspace.as(memberId, { isSession: true }).data<Record<string, Answer>>(documents[name], options))[name] as Answer;
}
const failures = async (name: keyof typeof documents, input: object, memberId?: string) =>
  pathsOf((await run(name, input, memberId)).userErrors);

describe("add_member", () => {
  it("adds a member once per Idempotency-Key, with an event", async () => {
    const input = { name: " Ann ", email: "ann@example.com", role: "ADMIN" };
    const before = (await workspace.events()).length;
    const { member } = await run("add_member", input, workspace.owner, "one");
    expect(member).toMatchObject({ name: "Ann", role: "ADMIN", removedAt: null });
    expect((await run("add_member", input, workspace.owner, "one")).member).toEqual(member);
    const events = (await workspace.events()).slice(before);
    expect(events).toMatchObject([{ what: "member.added", recordId: member?.rowId, data: { name: "Ann", email: "ann@example.com" } }]);
    expect(await failures("add_member", { ...input, email: "ANN@example.com" })).toEqual(["input.email TAKEN"]);
  });

  it("adds an email address once, also concurrently", async () => {
    const answers = await Promise.all(
      ["eve@a.example", "EVE@a.example", "eve@A.example"].map((email) => run("add_member", { name: "Eve", email, role: "MEMBER" })),
    );
    expect(answers.filter(({ member }) => member)).toHaveLength(1);
    expect(answers.flatMap(({ userErrors }) => pathsOf(userErrors))).toEqual(Array(2).fill("input.email TAKEN"));
  });

  it("reports all errors at once and writes nothing", async () => {
    const admin = await workspace.add("ADMIN");
    const before = (await workspace.events()).length;
    expect(await failures("add_member", { name: " ", email: "nobody", role: "OWNER" }, admin)).toEqual([
      "input.email INVALID",
      "input.name INVALID",
      "input.role INVALID",
    ]);
    expect(await workspace.events()).toHaveLength(before);
  });
});

describe("set_member_role", () => {
  it("changes a role with an event, and repeats without one", async () => {
    const memberId = await workspace.add("MEMBER");
    expect((await run("set_member_role", { memberId, role: "ADMIN" })).member).toMatchObject({ role: "ADMIN" });
    expect((await run("set_member_role", { memberId, role: "ADMIN" })).userErrors).toEqual([]);
    const events = (await workspace.events()).filter(({ recordId }) => recordId === memberId);
    expect(events.map(({ what }) => what)).toEqual(["member.added", "member.role_changed"]);
  });

  it("keeps the last owner, and lets only owners change owners", async () => {
    const other = await testWorkspace(fixture);
    const memberId = other.owner;
    const answer = (client: ReturnType<TestWorkspace["as"]>, input: object) =>
      client.data<{ set_member_role: Answer }>(documents.set_member_role, { variables: { input } });
    expect(pathsOf((await answer(other.as(memberId, session), { memberId, role: "ADMIN" })).set_member_role.userErrors)).toEqual([
      "input.role INVALID_TRANSITION",
    ]);
    const admin = await other.add("ADMIN");
    expect(pathsOf((await answer(other.as(admin, session), { memberId: admin, role: "OWNER" })).set_member_role.userErrors)).toEqual([
      "input.role INVALID",
    ]);
    expect((await answer(other.as(memberId, session), { memberId: admin, role: "OWNER" })).set_member_role.member?.role).toBe("OWNER");
    expect((await answer(other.as(memberId, session), { memberId, role: "MEMBER" })).set_member_role.member?.role).toBe("MEMBER");
  });

  it("of two owners that demote each other at the same time, one remains", async () => {
    const other = await testWorkspace(fixture);
    const second = await other.add("OWNER");
    const pairs = [
      [other.owner, second],
      [second, other.owner],
    ] as const;
    await Promise.all(
      pairs.map(([actor, memberId]) =>
        other.as(actor, session).data(documents.set_member_role, { variables: { input: { memberId, role: "MEMBER" } } }),
      ),
    );
    const { rows } = await fixture.admin.query("SELECT FROM members WHERE workspace_id = $1 AND role = 'OWNER'", [other.workspaceId]);
    expect(rows).toHaveLength(1);
  });
});

it.each(["add_member", "set_member_role", "remove_member"] as const)("%s rejects API keys of every level", async (name) => {
  const inputs = {
    add_member: { name: "Ann", role: "MEMBER" },
    set_member_role: { memberId: workspace.owner, role: "ADMIN" },
    remove_member: { memberId: workspace.owner },
  };
  const { errors } = await workspace.as(workspace.owner).call(documents[name], { variables: { input: inputs[name] } });
  expect(errors?.[0]?.extensions.code).toBe("access_level_insufficient");
});

describe("remove_member", () => {
  it("removes a member with an event; another workspace's member is unknown", async () => {
    const memberId = await workspace.add("ADMIN");
    expect((await run("remove_member", { memberId })).member?.removedAt).toBe(fixture.clock.now().toISOString());
    expect(await failures("remove_member", { memberId })).toEqual(["input.memberId NOT_FOUND"]);
    const other = await testWorkspace(fixture);
    for (const unknown of [other.owner, newId()])
      expect(await failures("remove_member", { memberId: unknown })).toEqual(["input.memberId NOT_FOUND"]);
    expect(await failures("remove_member", { memberId: workspace.owner })).toEqual(["input.memberId INVALID_TRANSITION"]);
  });
});
