/** A command as a page prints it, with the answer that it prints under it. */
export interface PrintedCommand {
  /** The line of the page where the command begins. */
  line: number;
  /** Bash; several lines where a line ends with a backslash or inside of quotes. */
  command: string;
  /** The answer that the page promises: comment lines under the command, joined. Undefined where it promises none. */
  answer?: string;
}

/** The shell commands of a page. */
export interface PrintedPage {
  commands: PrintedCommand[];
  /** Reasons of the blocks that are not run: `<!-- not run: reason -->` above them. */
  skipped: string[];
}

const skipMark = /^<!-- not run: (.+) -->$/;

/**
 * Reads the `sh` blocks of a Markdown page in order. Comment lines under a command are its answer if they are JSON, or end the
 * block; others explain the command below them.
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

/** True while a command goes on in the next line. */
function isOpen(command: string): boolean {
  return command.endsWith("\\") || (command.match(/'/g)?.length ?? 0) % 2 === 1;
}
