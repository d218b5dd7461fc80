/** A form that would open now. */
interface Wish {
  priority: number;
  show(): void;
}

/** Shared by all scripts of a page: each of them is a program of its own. */
export interface Turn {
  /** Scripts that have not heard yet which form they have. */
  asking: number;
  wishes: Wish[];
}

/** Milliseconds: how long a form waits for others whose offers are still under way. */
const timeoutMs = 1500;
const pollMs = 50;

/** Opens, of the forms that would open at about the same time, the one of the highest priority. */
export function takeTurn(turn: Turn, wish: Wish): void {
  turn.wishes.push(wish);
  if (turn.wishes.length > 1) return;
  const since = performance.now();
  const decide = () => {
    if (turn.asking > 0 && performance.now() - since < timeoutMs) setTimeout(decide, pollMs);
    else
      turn.wishes
        .splice(0)
        .reduce((best, other) => (other.priority > best.priority ? other : best))
        .show();
  };
  // After the listeners of other forms that the same event has.
  setTimeout(decide);
}
