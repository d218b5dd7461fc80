interface CommandErrorOptions {
  /** True if the same command may succeed later. */
  isTemporary?: boolean;
}

/**
 * An error whose message is for the user. The process exits with the error's exit code: 1 after wrong input, and 2 after a problem with
 * access or the network.
 */
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
