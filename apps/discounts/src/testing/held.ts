/** What messages wait for until the test lets them go. */
export class Held {
  release = () => {};
  readonly until = new Promise<void>((resolve) => {
    this.release = resolve;
  });
}
