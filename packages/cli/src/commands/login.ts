import { Command } from "commander";
import { defaultUrl, readAccess, readUrl } from "../access/access.js";
import { readConfig, writeConfig } from "../access/config.js";
import { createApi } from "../api/mcp.js";
import { CommandError } from "../errors.js";
import { cellOf, pageTable } from "../output/table.js";
import type { Terminal } from "../terminal.js";

interface LoginOptions {
  url?: string;
  key?: string;
  profile: string;
}

const profileName = "[A-Za-z0-9][A-Za-z0-9._-]{0,63}";

export function accessCommands(terminal: Terminal): Command[] {
  return [loginCommand(terminal), logoutCommand(terminal), profilesCommand(terminal), useCommand(terminal), whoamiCommand(terminal)];
}

function loginCommand(terminal: Terminal): Command {
  return new Command("login")
    .description("checks a key and stores the key in a profile, which becomes the default")
    .option("--url <url>", `URL of Offergraph (default: ${defaultUrl})`)
    .option("--key <key>", "secret key (default: OFFERGRAPH_KEY, else the command asks for the key or reads the key from standard input)")
    .option("--profile <name>", "name of the profile", "default")
    .action(async (options: LoginOptions) => {
      const { environment } = terminal;
      const { profile } = options;
      if (!new RegExp(`^${profileName}$`).test(profile))
        throw new CommandError("The name of a profile must have 1-64 characters: letters, digits, dots, underscores or hyphens.");
      const config = await readConfig(environment);
      const before = Object.hasOwn(config.profiles, profile) ? config.profiles[profile] : undefined;
      const suggested = options.url ?? (environment.OFFERGRAPH_URL || before?.url || defaultUrl);
      const asked = options.url === undefined && terminal.isInteractive ? await terminal.ask(`URL (${suggested}): `, false) : "";
      const url = readUrl(asked.trim() || suggested);
      const key = (options.key ?? (environment.OFFERGRAPH_KEY || (await terminal.ask("Secret key: ", true)))).trim();
      if (key === "" || /\s/.test(key)) throw new CommandError("Enter a secret key (sk_live_…).");
      const { workspaceId, level } = await createApi({ url, key, profile }, terminal).describeKey();
      const kept = before?.workspaceId === workspaceId && before.listenSecret ? { listenSecret: before.listenSecret } : {};
      const profiles = { ...config.profiles, [profile]: { url, key, workspaceId, ...kept } };
      await writeConfig(environment, { current: profile, profiles });
      terminal.out(`Logged in to the workspace ${workspaceId} at ${url} with level ${level}. Profile: ${profile}.`);
    });
}

function logoutCommand(terminal: Terminal): Command {
  return new Command("logout")
    .description("removes the key of a profile from this machine; the key itself stays valid")
    .option("--profile <name>", "name of the profile (default: the current profile)")
    .action(async ({ profile }: { profile?: string }) => {
      const { current, profiles } = await readConfig(terminal.environment);
      const name = profile ?? (terminal.environment.OFFERGRAPH_PROFILE || current) ?? "default";
      if (!Object.hasOwn(profiles, name)) throw new CommandError(`There is no profile "${name}".`);
      const { [name]: _, ...others } = profiles;
      await writeConfig(terminal.environment, { current: current === name ? (Object.keys(others)[0] ?? null) : current, profiles: others });
      terminal.out(`Removed the profile ${name}.`);
    });
}

function profilesCommand(terminal: Terminal): Command {
  return new Command("profiles")
    .description("lists the profiles on this machine")
    .option("--json", "print JSON", false)
    .action(async ({ json }: { json: boolean }) => {
      const { current, profiles } = await readConfig(terminal.environment);
      const rows = Object.entries(profiles).map(([name, { url, workspaceId }]) => ({
        name,
        url,
        workspaceId,
        isCurrent: name === current,
      }));
      if (json || !terminal.isInteractive) return terminal.out(JSON.stringify(rows));
      terminal.out(
        pageTable(
          rows.map(({ isCurrent, ...row }) => ({ ...row, current: isCurrent ? "yes" : "" })),
          terminal.columns,
        ).text,
      );
    });
}

function useCommand(terminal: Terminal): Command {
  return new Command("use")
    .description("makes a profile the default")
    .argument("<profile>", "name of the profile")
    .action(async (name: string) => {
      const { profiles } = await readConfig(terminal.environment);
      if (!Object.hasOwn(profiles, name)) throw new CommandError(`There is no profile "${name}". List profiles with: offergraph profiles`);
      await writeConfig(terminal.environment, { current: name, profiles });
      terminal.out(`Using the profile ${name}.`);
    });
}

function whoamiCommand(terminal: Terminal): Command {
  return new Command("whoami")
    .description("shows the URL, workspace and level of the key")
    .option("--json", "print JSON", false)
    .option("--profile <name>", "profile to use")
    .action(async ({ json, profile: named }: { json: boolean; profile?: string }) => {
      const access = await readAccess(terminal.environment, named);
      const { workspaceId, keyId, level } = await createApi(access, terminal).describeKey();
      const shown = { url: access.url, profile: access.profile ?? null, workspaceId, keyId, level };
      if (json || !terminal.isInteractive) return terminal.out(JSON.stringify(shown));
      for (const [name, value] of Object.entries(shown)) terminal.out(`${name.padEnd(12)}${cellOf(value)}`);
    });
}
