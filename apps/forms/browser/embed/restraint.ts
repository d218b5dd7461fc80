import { lasting } from "../shared/keep.js";

const nameOf = (publicKey: string, formSlug: string) => `asked:${publicKey}:${formSlug}`;
const answered = "answered";
/** So long a form that was closed without an answer leaves its visitor alone. */
const rest = 30 * 24 * 60 * 60 * 1000;

/** Keeps a form from asking again who has closed it lately, or has answered or declined it: for good, unless it asks those who return. */
export function restraint(publicKey: string, formSlug: string, asksReturning: boolean) {
  const name = nameOf(publicKey, formSlug);
  return {
    mayAsk(): boolean {
      const kept = lasting.read(name);
      const time = kept?.startsWith(answered) ? kept.slice(answered.length) : kept;
      if (time !== kept && !asksReturning) return false;
      return !(Date.now() < Number(time) + rest);
    },
    noteAnswered: () => lasting.write(name, answered + Date.now()),
    noteClosed(): void {
      if (!lasting.read(name)?.startsWith(answered)) lasting.write(name, String(Date.now()));
    },
  };
}
