import { id, jsonOption, words } from "@offergraph/shared/cli/options";
import type { Run } from "@offergraph/shared/cli/output";
import { Command } from "commander";
import type { KeyStore } from "../keys/store.js";

export function workspaceCommands(run: Run<KeyStore>): Command {
  const workspace = new Command("workspace").description("create and show workspaces");
  workspace
    .command("create")
    .description("creates an empty workspace")
    .argument("[name]", "name of the workspace", words)
    .option("--name <name>", "name of the workspace, as an option", words)
    .addOption(jsonOption())
    .action((given: string | undefined, { name = given ?? "Workspace", json }: { name?: string; json: boolean }) =>
      run(json, async (store) => {
        const made = await store.createWorkspace(name);
        return { json: made, text: `The workspace "${name}" is ${made.workspaceId}.` };
      }),
    );
  workspace
    .command("show")
    .description("shows a workspace; fails if it does not exist")
    .argument("<workspace>", "its id", id)
    .addOption(jsonOption())
    .action((workspaceId: string, { json }: { json: boolean }) =>
      run(json, async (store) => {
        const { name } = await store.getWorkspace(workspaceId);
        return { json: { workspaceId, name }, text: `The workspace "${name}" is ${workspaceId}.` };
      }),
    );
  return workspace;
}
