/** Former commands that are now subcommands of `admin`. */
const moved = ["campaign", "connection", "customer", "events", "import", "key", "member", "partner", "rate", "workspace", "demo"];

/** Returns the command that replaces an old command, or undefined. */
export function replacementOf(words: readonly string[]): string | undefined {
  const [noun = ""] = words;
  if (!moved.includes(noun)) return undefined;
  return `Use this command instead: npm run offergraph -- admin ${noun} …  The command needs the databases and runs on the server.`;
}

export const adminHint =
  "The admin commands need the databases and run in the repository on the server: npm run offergraph -- admin --help";

export const schemaHint = "The command schema check runs in the repository: npm run offergraph -- schema check --help";
