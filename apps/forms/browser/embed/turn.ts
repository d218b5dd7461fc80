interface Wish {
  priority: number;
  show(): void;
}

/** State shared by all embed scripts of a page. `asking` is the number of scripts that are still loading a form. */
export interface Turn {
  asking: number;
  wishes: Wish[];
}

const timeoutMs = 1500;
const pollMs = 50;

/** Waits until all scripts have loaded their forms, but at most 1.5 s. Opens the form with the highest priority. */
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
  // Calls `decide` after the current browser event, because the event may also trigger other forms.
  setTimeout(decide);
}
