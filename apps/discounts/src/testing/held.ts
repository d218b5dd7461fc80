/** Gate that blocks messages until the test opens it. */
export class Held {
  release = () => {};
  readonly until = new Promise<void>((resolve) => {
    this.release = resolve;
  });
}
