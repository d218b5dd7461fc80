import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { repository } from "../start-system.js";

export interface CommandResult {
  code: number;
  output: string;
  errors: string;
}

/** Starts a shell in the repository's folder. All commands share one shell, so they can use earlier variables and functions. */
export class Shell {
  readonly #process: ChildProcess;
  readonly #lines: AsyncIterator<string>;
  #count = 0;

  constructor(
    readonly folder: string,
    environment: Record<string, string>,
  ) {
    this.#process = spawn("bash", ["--norc"], {
      cwd: repository,
      env: { ...process.env, ...environment },
      stdio: ["pipe", "pipe", "inherit"],
    });
    const { stdout } = this.#process;
    if (!stdout) throw new Error("The shell has no standard output.");
    this.#lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  }

  async run(command: string): Promise<CommandResult> {
    this.#count += 1;
    const [output, errors] = [`${this.folder}/${this.#count}.out`, `${this.folder}/${this.#count}.err`];
    this.#process.stdin?.write(`{ ${command}\n} > '${output}' 2> '${errors}' < /dev/null; echo "ended $?"\n`);
    const { value = "", done } = await this.#lines.next();
    if (done) throw new Error(`The shell exited during the command: ${command}`);
    return {
      code: Number(String(value).replace("ended ", "")),
      output: await readFile(output, "utf8"),
      errors: await readFile(errors, "utf8"),
    };
  }

  async stop(): Promise<void> {
    this.#process.stdin?.end();
    if (this.#process.exitCode === null) await once(this.#process, "close");
  }
}
