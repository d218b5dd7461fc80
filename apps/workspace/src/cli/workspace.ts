import { id, jsonOption, words } from "@offergraph/shared/cli/options";
import type { Run } from "@offergraph/shared/cli/output";
import { workspaceCreated } from "@offergraph/shared/contracts/events/workspace";
import { newId } from "@offergraph/shared/time/ids";
import { Command } from "commander";
import { createWorkspace, requireWorkspace } from "../services/settings/settings.js";
import type { Tools } from "./tools.js";

interface CreateOptions {
  name?: string;
  test?: boolean;
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
    .addOption(jsonOption())
    .action((bare: string | undefined, { name = bare ?? "Workspace", test = false, json }: CreateOptions) =>
      run(json, async ({ write }) => {
        const workspaceId = newId();
        await write({ workspaceId, emits: [workspaceCreated] }, (tx) => createWorkspace(tx, { name, isTest: test }));
        return { json: { workspaceId }, text: `Created the workspace "${name}" with the id ${workspaceId}.` };
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
