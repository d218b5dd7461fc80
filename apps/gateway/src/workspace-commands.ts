import { id, jsonOption, words } from "@offergraph/shared/cli/options";
import type { Run } from "@offergraph/shared/cli/output";
import { Command } from "commander";
import type { KeyStore } from "./keys/store.js";

export function workspaceCommands(run: Run<KeyStore>): Command {
  const workspace = new Command("workspace").description("make workspaces, look one up");
  workspace
    .command("create")
    .description("makes an empty workspace")
    .argument("[name]", "what people call it", words)
    .option("--name <name>", "the same", words)
    .addOption(jsonOption())
    .action((given: string | undefined, { name = given ?? "Workspace", json }: { name?: string; json: boolean }) =>
      run(json, async (store) => {
        const made = await store.createWorkspace(name);
        return { json: made, text: `The workspace "${name}" is ${made.workspaceId}.` };
      }),
    );
  workspace
    .command("show")
    .description("shows a workspace, or fails where there is none")
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
