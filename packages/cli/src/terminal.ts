/** Input and output of a command. */
export interface Terminal {
  out(text: string): void;
  error(text: string): void;
  /** Replaces the last line on standard error. Has no effect if standard error is not a terminal. */
  progress(text: string): void;
  /** True if standard output is a terminal. Otherwise, commands print JSON. */
  readonly isInteractive: boolean;
  readonly columns: number;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /**
   * Shows the question, and returns the next line of standard input. If `isSecret` is true, the terminal does not show the characters that
   * the user types.
   */
  ask(question: string, isSecret: boolean): Promise<string>;
  /** Reads the whole standard input. */
  readAll(): Promise<string>;
  /** The shortest pause in milliseconds. Commands pause before they repeat a failed request or request the state of a job again. */
  readonly pauseMs: number;
  /** Aborts on the first Ctrl-C. */
  readonly stop: AbortSignal;
}
