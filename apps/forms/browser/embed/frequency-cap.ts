import { lasting } from "../shared/storage.js";

const answered = "answered";
const pauseMs = 30 * 24 * 60 * 60 * 1000;

/**
 * Blocks a form for 30 days after the visitor closed the form. After an answer or a decline, blocks the form permanently. If
 * `asksReturning` is true, blocks the form only for 30 days.
 */
export function frequencyCap(publicKey: string, formSlug: string, asksReturning: boolean) {
  const name = `asked:${publicKey}:${formSlug}`;
  return {
    mayAsk(): boolean {
      const kept = lasting.read(name);
      const time = kept?.startsWith(answered) ? kept.slice(answered.length) : kept;
      if (time !== kept && !asksReturning) return false;
      return !(Date.now() < Number(time) + pauseMs);
    },
    noteAnswered: () => lasting.write(name, answered + Date.now()),
    noteClosed(): void {
      if (!lasting.read(name)?.startsWith(answered)) lasting.write(name, String(Date.now()));
    },
  };
}
