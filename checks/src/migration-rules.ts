import { concurrentStatements } from "@offergraph/service/db/migrations";

interface Rule {
  pattern: RegExp;
  /** True if the statement is safe on a table that the same migration creates. */
  allowsNewTable: boolean;
  advice: string;
}

const name = '"?(\\w+)"?';
const alter = `^ALTER TABLE (?:ONLY )?${name}[^;]*?`;
const rule = (pattern: string, allowsNewTable: boolean, advice: string): Rule => ({
  pattern: new RegExp(pattern, "i"),
  allowsNewTable,
  advice,
});

// Small tables: a few rows per workspace.
const tasksOfWorkspaces = "backfills|job_retention|workspace_lookups";
// Tables and subqueries with one row per workspace. `found` is a recursive query that finds the next workspace in an index.
const onceEachWorkspace = "found|reporting_currencies";

// squawk.ts finds all other statements that lock a table for long.
const rules: readonly Rule[] = [
  rule(`${alter}ADD COLUMN [^,;]*\\bCHECK\\b`, true, "add the constraint with NOT VALID"),
  rule(`${alter}ADD COLUMN [^,;]*SERIAL\\b`, true, "omit the sequence, because PostgreSQL would rewrite the table"),
  rule(`^UPDATE (?:ONLY )?${name}`, true, "update in batches with a backfill (packages/service/src/jobs/backfill.ts)"),
  rule(
    `INSERT INTO (?!"?(?:${tasksOfWorkspaces})\\b[^;]*? FROM "?(?:${onceEachWorkspace})\\b)${name}[^;]*?SELECT`,
    false,
    "insert in batches with a backfill (packages/service/src/jobs/backfill.ts)",
  ),
  rule(`^(?:CLUSTER|VACUUM|LOCK|TRUNCATE)()`, false, "remove this statement, because the statement locks the table"),
];

/**
 * Finds the statements of a migration that lock an existing table for a long time, except the statements that squawk finds. Returns each
 * statement with advice to avoid the lock.
 */
export function findLongLocks(script: string): string[] {
  const concurrent = concurrentStatements(script);
  if (concurrent) return concurrent.flatMap((statement, place) => faultOfConcurrent(statement, concurrent[place - 1]));
  const statements = statementsOf(script);
  const created = new Set(statements.flatMap((statement) => new RegExp(`^CREATE TABLE ${name}`, "i").exec(statement)?.[1] ?? []));
  return statements.flatMap((statement) => {
    const broken = rules.find(({ pattern, allowsNewTable }) => {
      const found = pattern.exec(statement);
      return found && !(allowsNewTable && created.has(found[1] ?? ""));
    });
    return broken ? [`${statement}: ${broken.advice}`] : [];
  });
}

function faultOfConcurrent(statement: string, before: string | undefined): string[] {
  const created = new RegExp(`^CREATE (?:UNIQUE )?INDEX CONCURRENTLY ${name}\\s+ON`, "i").exec(statement)?.[1];
  const dropped = (text = "") => new RegExp(`^DROP INDEX CONCURRENTLY IF EXISTS ${name}$`, "i").exec(text)?.[1];
  if (dropped(statement)) return [];
  if (!created) return [`${statement}: a migration with CONCURRENTLY may only create and drop indexes`];
  return dropped(before) === created ? [] : [`${statement}: first use DROP INDEX CONCURRENTLY IF EXISTS ${created}`];
}

/**
 * Splits a script at semicolons, and joins the lines of each statement. Removes text in dollar quotes, such as the body of a function or of
 * a DO statement.
 */
function statementsOf(script: string): string[] {
  const text = script.replace(/--.*$/gm, "").replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "$$$$");
  const statements = text.split(";").map((statement) => statement.replace(/\s+/g, " ").trim());
  return statements.filter((statement) => statement !== "");
}
