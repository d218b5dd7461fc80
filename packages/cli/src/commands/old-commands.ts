/** Commands that moved to `admin`, because they access the databases. */
const moved = ["campaign", "connection", "customer", "events", "import", "key", "member", "partner", "rate", "workspace", "demo"];

/** Returns the command to use instead of an old one. */
export function replacementOf(words: readonly string[]): string | undefined {
  const [noun = ""] = words;
  if (!moved.includes(noun)) return undefined;
  return `This command is now: npm run offergraph -- admin ${noun} …  It needs the databases and runs on the server.`;
}

export const adminHint =
  "The admin commands need the databases and run in the repository on the server: npm run offergraph -- admin --help";
