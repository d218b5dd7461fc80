import { useEffect, useState } from "react";
import { Button, Input, Label, ListBox, ListBoxItem, Popover, SearchField, Select, SelectValue } from "react-aria-components";
import { replaceQuery } from "../router.js";
import { words } from "./format.js";

/** A filter of a list. The URL contains the values of the filters, so that visitors can share a filtered list. */
export type Filter =
  | { kind: "search"; name: string; label: string; placeholder?: string }
  | { kind: "choice"; name: string; label: string; values: readonly string[] };

interface FiltersProps {
  filters: readonly Filter[];
  query: URLSearchParams;
}

export function Filters({ filters, query }: FiltersProps) {
  return (
    <search className="filters" aria-label="Filters">
      {filters.map((filter) =>
        filter.kind === "search" ? (
          <Search key={filter.name} filter={filter} value={query.get(filter.name) ?? ""} />
        ) : (
          <Choice key={filter.name} filter={filter} value={query.get(filter.name) ?? ""} />
        ),
      )}
    </search>
  );
}

const typingMs = 250;

/** A search field that filters the list while the visitor types. */
function Search({ filter, value }: { filter: Filter & { kind: "search" }; value: string }) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text === value) return undefined;
    const timer = setTimeout(() => replaceQuery({ [filter.name]: text }), typingMs);
    return () => clearTimeout(timer);
  }, [text, value, filter.name]);
  return (
    <SearchField className="filter" value={text} onChange={setText}>
      <Label>{filter.label}</Label>
      <Input placeholder={filter.placeholder ?? ""} spellCheck="false" />
    </SearchField>
  );
}

const all = "all";

function Choice({ filter, value }: { filter: Filter & { kind: "choice" }; value: string }) {
  const known = filter.values.includes(value) ? value : all;
  return (
    <Select className="filter" value={known} onChange={(key) => replaceQuery({ [filter.name]: key === all ? "" : String(key) })}>
      <Label>{filter.label}</Label>
      <Button className="choice">
        <SelectValue />
        <span aria-hidden="true">▾</span>
      </Button>
      <Popover className="choices">
        <ListBox>
          <ListBoxItem id={all}>All</ListBoxItem>
          {filter.values.map((one) => (
            <ListBoxItem key={one} id={one}>
              {words(one)}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </Select>
  );
}

/** Returns the value of a filter in the URL, if the filter has this choice. */
export function choiceOf<Value extends string>(query: URLSearchParams, name: string, values: readonly Value[]): Value | undefined {
  return values.find((value) => value === query.get(name));
}

/** Returns the search text in the URL, or undefined if the text is empty. */
export function searchOf(query: URLSearchParams, name: string): string | undefined {
  return query.get(name)?.trim() || undefined;
}
