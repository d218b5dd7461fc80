import type { ReactNode } from "react";
import type { Data } from "../api/use-data.js";
import { Problem } from "./empty.js";
import { Heading, type HeadingProps } from "./heading.js";

interface LoadedProps<Value> {
  data: Data<Value>;
  /** The heading of a page whose record cannot be loaded. */
  heading?: HeadingProps;
  children(value: Value): ReactNode;
}

/** Shows loaded data. Shows a note while the data loads, or the problem if loading failed. Marks old data while new data loads. */
export function Loaded<Value>({ data, heading, children }: LoadedProps<Value>) {
  if (data.state === "ready")
    return (
      <div className="loaded" aria-busy={data.isLoading}>
        {children(data.value)}
      </div>
    );
  if (data.state === "loading") return <p className="note">Loading …</p>;
  return (
    <>
      {heading && <Heading {...heading} />}
      <Problem message={data.message} onRetry={data.reload} />
    </>
  );
}
