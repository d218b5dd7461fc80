/** A shell command in a Markdown page, with the response below it. */
export interface PrintedCommand {
  line: number;
  command: string;
  /** The comment lines below the command (the response), joined by spaces. */
  answer?: string;
}

export interface PrintedPage {
  commands: PrintedCommand[];
  /** The reasons in comments `<!-- not run: reason -->`. */
  skipped: string[];
}

const skipMark = /^<!-- not run: (.+) -->$/;

/**
 * Reads the `sh` blocks of a Markdown page in order. Comment lines below a command are its response if they contain JSON or end the block.
 */
export function readPage(markdown: string): PrintedPage {
  const page: PrintedPage = { commands: [], skipped: [] };
  const lines = markdown.split("\n");
  for (let at = 0; at < lines.length; at += 1) {
    if (lines[at] !== "```sh") continue;
    const end = lines.indexOf("```", at + 1);
    const reason = skipMark.exec(lines[at - 1] ?? "")?.[1];
    if (reason === undefined) page.commands.push(...readBlock(lines.slice(at + 1, end), at + 2));
    else page.skipped.push(reason);
    at = end;
  }
  return page;
}

function readBlock(lines: readonly string[], firstLine: number): PrintedCommand[] {
  const commands: PrintedCommand[] = [];
  for (let at = 0; at < lines.length; ) {
    const start = at;
    if (lines[at]?.startsWith("#")) {
      while (lines[at]?.startsWith("#")) at += 1;
      const text = lines
        .slice(start, at)
        .map((line) => line.replace(/^# ?/, ""))
        .join(" ");
      const last = commands.at(-1);
      if (last && (text.startsWith("{") || at === lines.length)) last.answer = text;
      continue;
    }
    do at += 1;
    while (at < lines.length && isOpen(lines.slice(start, at).join("\n")));
    commands.push({ line: firstLine + start, command: lines.slice(start, at).join("\n") });
  }
  return commands;
}

/** True if the command continues on the next line. */
function isOpen(command: string): boolean {
  return command.endsWith("\\") || (command.match(/'/g)?.length ?? 0) % 2 === 1;
}
