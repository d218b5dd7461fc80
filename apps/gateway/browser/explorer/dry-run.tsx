import { useSyncExternalStore } from "react";

let isOn = true;
const watchers = new Set<() => void>();

/**
 * True if the explorer sends mutations as dry runs. A dry run is the default on each page load, so the first mutation of a newcomer changes
 * nothing.
 */
export const isDryRun = (): boolean => isOn;

function toggle(): void {
  isOn = !isOn;
  for (const notify of watchers) notify();
}

function watch(notify: () => void): () => void {
  watchers.add(notify);
  return () => watchers.delete(notify);
}

const note = "While this switch is on, mutations show their result, but change nothing.";

export function DryRunSwitch() {
  const isChecked = useSyncExternalStore(watch, isDryRun);
  return (
    <button type="button" role="switch" className="dry-run" aria-checked={isChecked} title={note} onClick={toggle}>
      Dry run
      <span className="track" aria-hidden="true" />
      <span aria-hidden="true">{isChecked ? "on" : "off"}</span>
    </button>
  );
}
