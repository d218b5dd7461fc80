/** A messy export of a store platform, and the expected result of its import. */
export interface MessyCsv {
  /** The file's text, with BOM and CRLF. */
  text: string;
  /** Number of valid codes. */
  good: number;
  /** Expected problems, each with a line number and a column heading. */
  bad: { line: number; column: string }[];
}

type Row = {
  Name: string;
  Code: string;
  Value: string;
  Type: string;
  Status: string;
  Limit: string;
  Used: string;
  Start: string;
  End: string;
};
const headings = ["Name", "Code", "Value", "Value Type", "Status", "Usage Limit", "Times Used", "Start", "End", "Purchase Type"];

// `corrupt` makes a valid row invalid. `columns` lists the columns with problems, in the order of the file.
const faults: { columns: string[]; corrupt(row: Row, index: number): Partial<Row> }[] = [
  { columns: ["Value"], corrupt: () => ({ Value: "-120.0", Type: "percentage" }) },
  { columns: ["Value"], corrupt: () => ({ Value: "-5000.01", Type: "fixed_amount" }) },
  { columns: ["Value"], corrupt: () => ({ Value: "1,000", Type: "fixed_amount" }) },
  { columns: ["Value"], corrupt: () => ({ Value: "free" }) },
  { columns: ["Value"], corrupt: () => ({ Value: "12.34567", Type: "percentage" }) },
  { columns: ["Value"], corrupt: () => ({ Value: "10", Type: "" }) },
  { columns: ["Value Type"], corrupt: () => ({ Type: "free_shipping" }) },
  { columns: ["Status"], corrupt: () => ({ Status: "paused" }) },
  { columns: ["Usage Limit"], corrupt: () => ({ Limit: "1000000" }) },
  { columns: ["Times Used"], corrupt: () => ({ Used: "-3" }) },
  { columns: ["Start"], corrupt: () => ({ Start: "2026-02-30", End: "" }) },
  { columns: ["End"], corrupt: () => ({ Start: "2026-05-01", End: "2026-04-01" }) },
  { columns: ["Code"], corrupt: (_, index) => ({ Code: `TWO WORDS ${index}` }) },
  { columns: ["Code"], corrupt: () => ({ Code: "" }) },
  { columns: ["Code"], corrupt: (_, index) => ({ Code: "L".repeat(250) + String(index).padStart(6, "0"), Name: "Too long" }) },
  { columns: ["Name"], corrupt: () => ({ Name: "n".repeat(256) }) },
  { columns: ["Name"], corrupt: () => ({ Name: "Zwei\r\nZeilen" }) },
  { columns: ["Status", "End"], corrupt: () => ({ Status: "?", Start: "", End: "soon" }) },
];
const everyFault = 101;
const everyRepeat = 97;

const pick = <Value>(values: readonly Value[], index: number): Value => values[index % values.length] as Value;

/**
 * Returns a file with `count` rows. All runs produce the same file. The cells use all formats of store platforms. Some rows are invalid.
 */
export function messyCsv(count: number): MessyCsv {
  const lines = [headings.join(",")];
  const bad: MessyCsv["bad"] = [];
  let line = 2;
  let good = 0;
  for (let index = 0; index < count; index += 1) {
    let row = goodRow(index);
    if (index % everyFault === everyFault - 1) {
      const fault = pick(faults, Math.floor(index / everyFault));
      row = { ...row, ...fault.corrupt(row, index) };
      for (const column of fault.columns) bad.push({ line, column });
    } else if (index > 0 && index % everyRepeat === 0) {
      // Repeats the code of a previous valid row in lower case.
      const before = (index - 1) % everyFault === everyFault - 1 ? index - 2 : index - 1;
      row = { ...row, Code: goodRow(before).Code.toLowerCase() };
      bad.push({ line, column: "Code" });
    } else good += 1;
    const text = Object.values(row).map(quoted).join(",");
    const last = index % 7 === 4 ? '"One-time\r\npurchase"' : "One-time purchase";
    lines.push(`${text},${last}`);
    line += 1 + (`${text}${last}`.match(/\n/g)?.length ?? 0);
    if (index % 1009 === 1008) {
      lines.push("");
      line += 1;
    }
  }
  return { text: `\uFEFF${lines.join("\r\n")}\r\n`, good, bad };
}

function goodRow(index: number): Row {
  const isPercent = index % 5 !== 4;
  const number = isPercent ? index % 101 : (index % 4000) + 0.5;
  const percents = [`-${number}.0`, `${number}%`, `-${number}.00 %`, String(number), `${number},50`.replace("100,50", "100")];
  const amounts = [`-${number}`, `${number}0`, ` ${number} `, `-${Math.floor(number)},25`, `${Math.floor(number)}`];
  const value = pick(isPercent ? percents : amounts, Math.floor(index / 5));
  const percentTypes = value.includes("%") ? ["percentage", "", "%"] : ["percentage", "Percentage", "percent"];
  const type = pick(isPercent ? percentTypes : ["fixed_amount", "Fixed Amount", "amount", ""], Math.floor(index / 25));
  const names = ["Spring sale", "Sale, second week", 'The "big" one', "", "Zwei Zeilen", "Été — 夏", "  padded  "];
  const name = pick(names, index);
  return {
    Name: name === "" ? "" : `${name} ${index}`,
    Code: `${pick(["SPRING", "été", "Vip", "B2B_", "new-"], index)}${String(index).padStart(6, "0")}`,
    Value: type === "" && !value.includes("%") ? `${value.trim()} €` : value,
    Type: type,
    Status: pick(["active", "ACTIVE", "Expired", "", "scheduled", "draft"], index),
    Limit: pick(["", "100", "0", "unlimited", "1", "999999"], index),
    Used: pick(["0", "", "12", "1,204"], index),
    Start: pick(
      ["2026-01-01T00:00:00Z", "2026-01-01 09:30:00 -0500", "2026-01-01", "", "2026-01-01T00:00:00.000+01:00", "2026-01-01 10:00"],
      index,
    ),
    End: pick(["", "2099-12-31T23:59:59Z", "2026-06-30", "2099-01-01 00:00:00 +0200"], index),
  };
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
