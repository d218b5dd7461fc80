import { lasting } from "../shared/keep.js";

const nameOf = (publicKey: string, formSlug: string) => `asked:${publicKey}:${formSlug}`;
const answered = "answered";
/** So long a form that was closed without an answer leaves its visitor alone. */
const rest = 30 * 24 * 60 * 60 * 1000;

/** Keeps a form from asking again who has answered, declined or closed it. */
export function restraint(publicKey: string, formSlug: string) {
  const name = nameOf(publicKey, formSlug);
  return {
    mayAsk(): boolean {
      const kept = lasting.read(name);
      return kept !== answered && !(Date.now() < Number(kept) + rest);
    },
    noteAnswered: () => lasting.write(name, answered),
    noteClosed(): void {
      if (lasting.read(name) !== answered) lasting.write(name, String(Date.now()));
    },
  };
}
