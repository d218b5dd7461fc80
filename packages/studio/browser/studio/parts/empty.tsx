import type { ReactNode } from "react";
import { Heading } from "./heading.js";

/** Shows that a list has no records, and what the visitor can do next. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <p className="empty-title">{title}</p>
      {children && <p>{children}</p>}
    </div>
  );
}

/** The page of an unknown address, or of a record that does not exist. */
export function NotFound({ what = "page", back }: { what?: string; back?: { href: string; text: string } }) {
  return (
    <>
      <Heading title={`This ${what} does not exist`} />
      <Empty title={`The workspace of your key has no ${what} at this address.`}>
        It may have been deleted, or the key may belong to another workspace. {back && <a href={back.href}>{back.text}</a>}
      </Empty>
    </>
  );
}

/** Shows a problem in words, and a button that repeats the request. */
export function Problem({ message, onRetry }: { message: string; onRetry?: (() => void) | undefined }) {
  return (
    <div className="callout bad" role="alert">
      <p>{message}</p>
      {onRetry && (
        <button type="button" className="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}
