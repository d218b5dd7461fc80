import { given, id, jsonOption, oneOf, words, workspaceOption } from "@offergraph/shared/cli/options";
import type { Run } from "@offergraph/shared/cli/output";
import { Command } from "commander";
import type { KeyStore } from "../keys/store.js";
import type { Role } from "../keys/verify-key.js";

export function workspaceCommands(run: Run<KeyStore>): Command {
  const workspace = new Command("workspace").description("create and show workspaces");
  workspace
    .command("create")
    .description("creates an empty workspace")
    .argument("[name]", "name of the workspace", words)
    .option("--name <name>", "same as the argument [name]", words)
    .addOption(jsonOption())
    .action((bare: string | undefined, { name = bare ?? "Workspace", json }: { name?: string; json: boolean }) =>
      run(json, async (store) => {
        const made = await store.createWorkspace(name);
        return { json: made, text: `Created the workspace "${name}" with the id ${made.workspaceId}.` };
      }),
    );
  workspace
    .command("show")
    .description("shows a workspace; fails if it does not exist")
    .argument("<workspace>", "the workspace's id", id)
    .addOption(jsonOption())
    .action((workspaceId: string, { json }: { json: boolean }) =>
      run(json, async (store) => {
        const { name } = await store.getWorkspace(workspaceId);
        return { json: { workspaceId, name }, text: `The workspace "${name}" has the id ${workspaceId}.` };
      }),
    );
  return workspace;
}

interface Options {
  workspace: string;
  json: boolean;
  member?: string;
}

const role = oneOf<Role>("OWNER", "ADMIN", "MEMBER");

export function memberCommands(run: Run<KeyStore>): Command {
  const member = new Command("member").description("add and remove members, and change their roles");
  member
    .command("add")
    .description("adds a member")
    .addOption(workspaceOption())
    .requiredOption("--role <role>", "owner, admin or member", role)
    .option("--name <name>", "display name (default: the role)", words)
    .option("--email <email>", "email address", words)
    .addOption(jsonOption())
    .action((options: Options & { role: Role; name?: string; email?: string }) =>
      run(options.json, async (store) => {
        const name = options.name ?? options.role.charAt(0) + options.role.slice(1).toLowerCase();
        const made = await store.addMember(options.workspace, { name, email: options.email, role: options.role });
        return { json: made, text: `Added the member ${name} with the id ${made.memberId}.` };
      }),
    );
  const commandOnMember = (name: string) =>
    member
      .command(name)
      .argument("[member]", "the member's id", id)
      .addOption(workspaceOption())
      .option("--member <id>", "same as the argument [member]", id);
  commandOnMember("set-role")
    .description("changes a member's role and the maximum access level of the member's keys")
    .requiredOption("--role <role>", "owner, admin or member", role)
    .addOption(jsonOption())
    .action((bare: string | undefined, options: Options & { role: Role }) =>
      run(options.json, async (store) => {
        const memberId = given(options.member, bare, "member");
        await store.setRole(options.workspace, memberId, options.role);
        return { json: { memberId, role: options.role }, text: `The member ${memberId} is now ${options.role}.` };
      }),
    );
  commandOnMember("remove")
    .description("removes a member and disables the member's keys immediately")
    .addOption(jsonOption())
    .action((bare: string | undefined, options: Options) =>
      run(options.json, async (store) => {
        const memberId = given(options.member, bare, "member");
        await store.removeMember(options.workspace, memberId);
        return { json: { memberId }, text: `Removed the member ${memberId}.` };
      }),
    );
  return member;
}
