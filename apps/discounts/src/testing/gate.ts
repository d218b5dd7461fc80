export class Gate {
  release = () => {};
  readonly opened = new Promise<void>((resolve) => {
    this.release = resolve;
  });
}
