interface CommandErrorOptions {
  /** True if a retry may succeed. */
  isTemporary?: boolean;
}

/** An error with a message for the user. Exit code 1 means wrong input, and 2 means a problem with access or the network. */
export class CommandError extends Error {
  readonly isTemporary: boolean;

  constructor(
    message: string,
    readonly exitCode: 1 | 2 = 1,
    { isTemporary = false }: CommandErrorOptions = {},
  ) {
    super(message);
    this.name = "CommandError";
    this.isTemporary = isTemporary;
  }
}
