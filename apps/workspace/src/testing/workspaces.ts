import { commandTx } from "@offergraph/service/tx/run-command";
import type { Role } from "@offergraph/shared/access/api-key";
import type { AccessLevel } from "@offergraph/shared/access/principal";
import { memberAdded, workspaceCreated } from "@offergraph/shared/contracts/events/workspace";
import { newId } from "@offergraph/shared/time/ids";
import { type SubgraphClient, subgraphClient } from "@offergraph/testkit/subgraph";
import { addMember } from "../services/members/members.js";
import { createWorkspace } from "../services/settings/settings.js";
import type { Fixture } from "./fixture.js";

export interface TestWorkspace {
  workspaceId: string;
  owner: string;
  /** Adds a member and returns the member's id. */
  add(role: Role): Promise<string>;
  /** Returns a client for this member, with a session or an ADMIN key. */
  as(memberId: string, principal?: { isSession?: true; level?: AccessLevel }): SubgraphClient;
  /** Runs a mutation in a session of the owner. Throws an Error if the mutation has userErrors. */
  change(mutation: string): Promise<void>;
  events(): Promise<{ what: string; recordId: string; data: Record<string, unknown> }[]>;
}

/** Creates a workspace with one owner. */
export async function testWorkspace({ running, admin, clock }: Fixture, isTest = false): Promise<TestWorkspace> {
  const workspaceId = newId();
  const { database } = running.parts;
  const write = <Result>(effect: (tx: ReturnType<typeof commandTx>) => Promise<Result>) =>
    database.transaction({ workspaceId, emits: [workspaceCreated, memberAdded] }, (tx) => effect(commandTx(tx) as never));
  await write((tx) => createWorkspace(tx as never, { name: "Tests", isTest }));
  const add = async (role: Role) => (await write((tx) => addMember(tx as never, { name: `The ${role}`, email: null, role }))).rowId;
  const owner = await add("OWNER");
  const later = () => new Date(clock.now().getTime() + 10 * 365 * 86_400_000);
  const as: TestWorkspace["as"] = (memberId, { level = "ADMIN", ...principal } = {}) =>
    subgraphClient({
      url: running.url,
      service: "workspace",
      workspaceId,
      level,
      principal: { memberId, ...principal },
      now: later,
    });
  return {
    workspaceId,
    owner,
    add,
    as,
    async change(mutation) {
      const query = `mutation { result: ${mutation} { userErrors { code message } } }`;
      const { result } = await as(owner, { isSession: true }).data<{ result: { userErrors: object[] } }>(query);
      if (result.userErrors.length > 0) throw new Error(JSON.stringify(result.userErrors));
    },
    async events() {
      const { rows } = await admin.query("SELECT subject, event FROM outbox_events WHERE workspace_id = $1 ORDER BY sequence", [
        workspaceId,
      ]);
      return rows.map(({ subject, event }) => ({
        what: subject.split(".").slice(2, 4).join("."),
        recordId: event.subject,
        data: event.data,
      }));
    },
  };
}
