/** Input and output of a command. */
export interface Terminal {
  out(text: string): void;
  error(text: string): void;
  /** Replaces the last line on standard error. Has no effect if standard error is not a terminal. */
  progress(text: string): void;
  /** True if standard output is a terminal. If false, commands print JSON. */
  readonly isInteractive: boolean;
  readonly columns: number;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Shows the question, and returns the next line of standard input. With `isSecret`, the terminal does not show the typed characters. */
  ask(question: string, isSecret: boolean): Promise<string>;
  readAll(): Promise<string>;
  /** Milliseconds before the first retry of a failed request. Other pauses of the CLI are multiples of `pauseMs`. */
  readonly pauseMs: number;
  /** Signal that aborts on the first Ctrl-C. */
  readonly stop: AbortSignal;
}
