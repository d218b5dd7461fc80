interface CommandErrorOptions {
  /** True for a temporary problem, so that a retry may help. */
  isTemporary?: boolean;
}

/** Error with a message for the user. The command ends with the exit code: 1 for wrong input, 2 for access and network problems. */
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
