import type { Role } from "@offergraph/shared/access/api-key";
import { given, id, jsonOption, oneOf, words, workspaceOption } from "@offergraph/shared/cli/options";
import type { Run } from "@offergraph/shared/cli/output";
import { apiKeyCreated, memberAdded, memberRemoved, memberRoleChanged } from "@offergraph/shared/contracts/events/workspace";
import { Command, InvalidArgumentError } from "commander";
import { signIn } from "../services/keys/keys.js";
import { addMember, removeMember, setRole } from "../services/members/members.js";
import { requireWorkspace } from "../services/settings/settings.js";
import type { Tools } from "./tools.js";

interface Options {
  workspace: string;
  json: boolean;
  member?: string;
}

const role = oneOf<Role>("OWNER", "ADMIN", "MEMBER");

export function memberCommands(run: Run<Tools>): Command {
  const member = new Command("member").description("add and remove members, change their roles, and sign members in");
  member
    .command("add")
    .description("adds a member")
    .addOption(workspaceOption())
    .requiredOption("--role <role>", "owner, admin or member", role)
    .option("--name <name>", "display name (default: the role)", words)
    .option("--email <email>", "email address", words)
    .addOption(jsonOption())
    .action((options: Options & { role: Role; name?: string; email?: string }) =>
      run(options.json, async ({ write }) => {
        const { workspace: workspaceId, role: ofMember, email = null } = options;
        const name = options.name ?? ofMember.charAt(0) + ofMember.slice(1).toLowerCase();
        const { rowId: memberId } = await write({ workspaceId, emits: [memberAdded] }, async (tx) => {
          await requireWorkspace(tx);
          return addMember(tx, { name, email, role: ofMember });
        });
        return { json: { memberId }, text: `Added the member ${name} with the id ${memberId}.` };
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
      run(options.json, async ({ write }) => {
        const memberId = given(options.member, bare, "member");
        await write({ workspaceId: options.workspace, emits: [memberRoleChanged] }, (tx) => setRole(tx, memberId, options.role));
        return { json: { memberId, role: options.role }, text: `The member ${memberId} is now ${options.role}.` };
      }),
    );
  commandOnMember("remove")
    .description("removes a member and disables the member's keys immediately")
    .addOption(jsonOption())
    .action((bare: string | undefined, options: Options) =>
      run(options.json, async ({ write }) => {
        const memberId = given(options.member, bare, "member");
        await write({ workspaceId: options.workspace, emits: [memberRemoved] }, (tx) => removeMember(tx, memberId));
        return { json: { memberId }, text: `Removed the member ${memberId}.` };
      }),
    );
  commandOnMember("sign-in")
    .description("creates a session of a member and shows its secret once; a session can also create and revoke API keys")
    .option("--hours <number>", "hours until the session expires, 1-720", hours, 12)
    .addOption(jsonOption())
    .action((bare: string | undefined, options: Options & { hours: number }) =>
      run(options.json, async ({ write }) => {
        const memberId = given(options.member, bare, "member");
        const { apiKey, secret } = await write({ workspaceId: options.workspace, emits: [apiKeyCreated] }, (tx) =>
          signIn(tx, memberId, options.hours),
        );
        const json = { keyId: apiKey.rowId, key: secret, expiresAt: apiKey.expiresAt };
        return {
          json,
          text: `${secret}\n\nSave the session now, because the service cannot show the session again. The session expires at ${apiKey.expiresAt}.`,
        };
      }),
    );
  return member;
}

function hours(text: string): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < 1 || number > 720) throw new InvalidArgumentError("The value must be a whole number from 1 to 720.");
  return number;
}
