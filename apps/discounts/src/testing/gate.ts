/** Gate that blocks messages until the test opens it. */
export class Gate {
  release = () => {};
  readonly opened = new Promise<void>((resolve) => {
    this.release = resolve;
  });
}
