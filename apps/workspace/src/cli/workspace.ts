import { id, jsonOption, words } from "@offergraph/shared/cli/options";
import type { Run } from "@offergraph/shared/cli/output";
import { apiKeyCreated, memberAdded, workspaceCreated } from "@offergraph/shared/contracts/events/workspace";
import { newId } from "@offergraph/shared/time/ids";
import { Command } from "commander";
import { createKey } from "../services/keys/keys.js";
import { addMember } from "../services/members/members.js";
import { createWorkspace, requireWorkspace } from "../services/settings/settings.js";
import type { MutationTx } from "../tx.js";
import type { Tools } from "./tools.js";

interface CreateOptions {
  name?: string;
  test?: boolean;
  withKeys?: boolean;
  json: boolean;
}

export function workspaceCommands(run: Run<Tools>): Command {
  const workspace = new Command("workspace").description("create and show workspaces");
  workspace
    .command("create")
    .description("creates an empty workspace")
    .argument("[name]", "name of the workspace", words)
    .option("--name <name>", "same as the argument [name]", words)
    .option("--test", "creates a test workspace, whose keys contain _test_ and whose codes are never pushed to stores")
    .option("--with-keys", "also creates an owner, a secret key with the level admin, and a publishable key, and shows the keys once")
    .addOption(jsonOption())
    .action((bare: string | undefined, { name = bare ?? "Workspace", test = false, withKeys = false, json }: CreateOptions) =>
      run(json, async ({ write }) => {
        const workspaceId = newId();
        const access = await write({ workspaceId, emits: [workspaceCreated, memberAdded, apiKeyCreated] }, async (tx) => {
          await createWorkspace(tx, { name, isTest: test });
          return withKeys ? addOwnerWithKeys(tx) : undefined;
        });
        const created = `Created the workspace "${name}" with the id ${workspaceId}.`;
        const keys = access
          ? `\n\n${access.secretKey}\n${access.publishableKey}\n\nSave both keys now. The service cannot show them again.`
          : "";
        return { json: { workspaceId, ...access }, text: created + keys };
      }),
    );
  workspace
    .command("show")
    .description("shows a workspace; fails if the workspace does not exist")
    .argument("<workspace>", "the workspace's id", id)
    .addOption(jsonOption())
    .action((workspaceId: string, { json }: { json: boolean }) =>
      run(json, async ({ reader }) => {
        const { name } = await requireWorkspace({ sql: reader(workspaceId), workspaceId });
        return { json: { workspaceId, name }, text: `The workspace "${name}" has the id ${workspaceId}.` };
      }),
    );
  return workspace;
}

async function addOwnerWithKeys(tx: MutationTx<typeof memberAdded | typeof apiKeyCreated>) {
  const { rowId: memberId } = await addMember(tx, { name: "Owner", email: null, role: "OWNER" });
  const common = { origins: [], connectionId: null, limitPerMinute: null, persistedOnly: false, expiresAt: null };
  const secretKey = await createKey(tx, memberId, { ...common, name: "Secret key", kind: "SECRET", level: "ADMIN" });
  const publishableKey = await createKey(tx, memberId, { ...common, name: "Publishable key", kind: "PUBLISHABLE", level: "READ" });
  return { memberId, secretKey: secretKey.secret, publishableKey: publishableKey.secret };
}
