/** A bar that shows a share from 0 to 1. The number is next to the bar as text, so screen readers skip the bar. */
export function Share({ part }: { part: number }) {
  return (
    <svg className="share" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect className="track" width="100" height="6" rx="3" />
      <rect className="bar" width={Math.min(100, part * 100)} height="6" rx="3" />
    </svg>
  );
}
