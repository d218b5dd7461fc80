import { randomBytes } from "node:crypto";
import { Command } from "commander";
import { type Access, readAccess } from "../access/access.js";
import { readConfig, writeConfig } from "../access/config.js";
import { readTarget } from "../listen/forward.js";
import { listen } from "../listen/listen.js";
import { openSession } from "../listen/session.js";
import type { Terminal } from "../terminal.js";

interface Options {
  forwardTo?: string;
  events?: string;
  session?: string;
  json: boolean;
  profile?: string;
}

export function listenCommand(terminal: Terminal): Command {
  return new Command("listen")
    .description("shows the events of the workspace until Ctrl-C; --forward-to sends the events to a URL; needs a key with level ADMIN")
    .option("--forward-to <url>", "URL that receives each event as a webhook, e.g. http://localhost:3000/hook")
    .option("--events <types>", "comma-separated types of events (default: all public events)")
    .option("--session <id>", "continues a session that was interrupted, e.g. by a crash")
    .option("--json", "print one JSON object per event", false)
    .option("--profile <name>", "profile to use")
    .action(async ({ forwardTo, events, session: id, json, profile }: Options) => {
      const target = forwardTo === undefined ? undefined : readTarget(forwardTo);
      const access = await readAccess(terminal.environment, profile);
      const eventTypes = events?.split(",").map((type) => type.trim());
      const session = await openSession(access, terminal, { eventTypes, id });
      const secret = await listenSecret(access, terminal);
      terminal.error(`Listening. Session: ${session.id}`);
      if (target !== undefined) terminal.error(`Forwarding to ${target}. Signing secret: ${secret}`);
      try {
        await listen(session, { target, secret, isJson: json || !terminal.isInteractive }, terminal);
      } finally {
        // Ends the session only after Ctrl-C. After a failure, the user can continue the session with `--session` for a day.
        if (terminal.stop.aborted) await session.stop().catch(() => undefined);
      }
    });
}

/** Returns the signing secret that the profile stores. Without a profile, returns a new secret for each call. */
async function listenSecret({ profile: name }: Access, { environment }: Terminal): Promise<string> {
  const created = `whsec_${randomBytes(32).toString("base64")}`;
  if (name === undefined) return created;
  const config = await readConfig(environment);
  const profile = config.profiles[name];
  if (!profile) return created;
  if (profile.listenSecret) return profile.listenSecret;
  await writeConfig(environment, { ...config, profiles: { ...config.profiles, [name]: { ...profile, listenSecret: created } } });
  return created;
}
