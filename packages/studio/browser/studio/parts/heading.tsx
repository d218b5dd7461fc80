import { type ReactNode, useEffect, useRef } from "react";

let isFirst = true;

export interface HeadingProps {
  title: string;
  /** The link to the list that contains the record. */
  back?: { href: string; text: string };
  /** Badges next to the title. */
  children?: ReactNode;
}

/** The title of a page. Moves the focus to the title after a change of the page, so that screen readers read the title. */
export function Heading({ title, back, children }: HeadingProps) {
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Studio · Offergraph`;
  }, [title]);
  useEffect(() => {
    // The first page leaves the focus in the field for the key.
    if (!isFirst) ref.current?.focus({ preventScroll: true });
    if (!isFirst) scrollTo({ top: 0 });
    isFirst = false;
  }, []);
  return (
    <header className="heading">
      {back && (
        <a href={back.href} className="back">
          <span aria-hidden="true">← </span>
          {back.text}
        </a>
      )}
      <div className="title">
        <h1 ref={ref} tabIndex={-1}>
          {title}
        </h1>
        {children}
      </div>
    </header>
  );
}
