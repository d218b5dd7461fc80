import { parse as parseArray } from "postgres-array";

export interface ResultField {
  name: string;
  dataTypeID: number;
}

type Parse = (text: string) => unknown;

/** The names and parsers of a result's columns, by position. The value of a column without a parser stays text. */
export interface RowDecoder {
  names: string[];
  parsers: (Parse | undefined)[];
}

/** Converts "2026-01-02 03:04:05.6789+00" to "2026-01-02T03:04:05.678Z". Returns infinity, years BC and years after 9999 unchanged. */
export function utcTimestamp(text: string): string {
  if (text.charCodeAt(10) !== 0x20 || text.endsWith("C")) return text;
  const end = text.endsWith("+00") ? text.length - 3 : text.length;
  const milliseconds = end > 20 ? text.slice(20, Math.min(23, end)).padEnd(3, "0") : "000";
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${milliseconds}Z`;
}

const boolean: Parse = (text) => text === "t";
const json: Parse = (text) => JSON.parse(text);

function list(parse?: Parse): Parse {
  return (text) => {
    if (text === "{}") return [];
    // `split` is faster than `parseArray`, but not correct for quotes, escapes, nested arrays and NULL.
    if (!/["\\N]|^\{\{/.test(text)) {
      const items = text.slice(1, -1).split(",");
      return parse ? items.map(parse) : items;
    }
    return parseArray(text, (item) => (parse ? parse(item) : item));
  };
}

// The keys of this map are PostgreSQL's fixed type OIDs (pg_type.dat). Values of other types stay text, for example int8, numeric and uuid.
const parsers: Readonly<Record<number, Parse>> = {
  16: boolean, // bool
  21: Number, // int2
  23: Number, // int4
  700: Number, // float4
  701: Number, // float8
  114: json, // json
  3802: json, // jsonb
  1114: utcTimestamp, // timestamp
  1184: utcTimestamp, // timestamptz
  1000: list(boolean), // bool[]
  1005: list(Number), // int2[]
  1007: list(Number), // int4[]
  1021: list(Number), // float4[]
  1022: list(Number), // float8[]
  1009: list(), // text[]
  1015: list(), // varchar[]
  1016: list(), // int8[]
  1182: list(), // date[]
  1231: list(), // numeric[]
  2951: list(), // uuid[]
  1115: list(utcTimestamp), // timestamp[]
  1185: list(utcTimestamp), // timestamptz[]
  199: list(json), // json[]
  3807: list(json), // jsonb[]
};

export function rowDecoder(fields: readonly ResultField[]): RowDecoder {
  return { names: fields.map((field) => field.name), parsers: fields.map((field) => parsers[field.dataTypeID]) };
}

/** Decodes a DataRow message to a plain row. */
export function decodeRow({ names, parsers: parse }: RowDecoder, texts: readonly (string | null)[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (let index = 0; index < names.length; index += 1) {
    const text = texts[index] as string | null;
    const parser = parse[index];
    row[names[index] as string] = text === null || parser === undefined ? text : parser(text);
  }
  return row;
}
