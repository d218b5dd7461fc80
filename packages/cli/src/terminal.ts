/** Input and output of a command. */
export interface Terminal {
  out(text: string): void;
  error(text: string): void;
  /** Replaces the last line on standard error; does nothing unless standard error is a terminal. */
  progress(text: string): void;
  /** True if standard output is a terminal. Otherwise, commands print JSON. */
  readonly isInteractive: boolean;
  readonly columns: number;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Shows the question, and returns a line that the user enters, or a line from a pipe. `isSecret` hides the input. */
  ask(question: string, isSecret: boolean): Promise<string>;
  /** Reads the whole standard input. */
  readAll(): Promise<string>;
  /** Milliseconds of the shortest pause, before retries and between requests for the state of a job. */
  readonly pauseMs: number;
  /** Aborts on the first Ctrl-C. */
  readonly stop: AbortSignal;
}
