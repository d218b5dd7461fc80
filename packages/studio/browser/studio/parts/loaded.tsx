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

/** Shows loaded data; before that, a note or the problem. */
export function Loaded<Value>({ data, heading, children }: LoadedProps<Value>) {
  if (data.state === "ready") return children(data.value);
  if (data.state === "loading") return <p className="note">Loading …</p>;
  return (
    <>
      {heading && <Heading {...heading} />}
      <Problem message={data.message} onRetry={data.reload} />
    </>
  );
}
