import type { Question } from "survey-core";
import type { Path } from "../../domain/fields.js";

export interface Nested {
  question: Question;
  /** Path of its value within the parent's value. */
  path: Path;
}

interface Row {
  rowName: string;
  cells: { question: Question }[];
  detailPanel?: { questions: Question[] } | null;
}

/** Returns the questions within a dynamic panel, a matrix's rows or a multiple text. */
export function nestedQuestions(question: Question): Nested[] {
  switch (question.getType()) {
    case "paneldynamic":
      return (question as Question & { panels: { questions: Question[] }[] }).panels.flatMap(({ questions }, index) =>
        questions.map((one) => ({ question: one, path: [index, one.getValueName()] })),
      );
    case "multipletext":
      return (question as Question & { items: { name: string; editor: Question }[] }).items.map(({ name, editor }) => ({
        question: editor,
        path: [name],
      }));
    case "matrixdynamic":
    case "matrixdropdown": {
      const isList = question.getType() === "matrixdynamic";
      return (
        (question as Question & { visibleRows: Row[] | null }).visibleRows?.flatMap((row, index) => {
          const inRow = [...row.cells.map((cell) => cell.question), ...(row.detailPanel?.questions ?? [])];
          return inRow.map((one) => ({ question: one, path: [isList ? index : row.rowName, one.getValueName()] }));
        }) ?? []
      );
    }
    default:
      return [];
  }
}
