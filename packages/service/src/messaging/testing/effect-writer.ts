import type pg from "pg";
import type { RunSql } from "../../tx/tx.js";
import type { WriteEffect } from "../inbox.js";

export interface EffectTransaction {
  $executeRawUnsafe(text: string, ...values: unknown[]): Promise<number>;
  readonly sql: RunSql;
}

/** Like `Database.transaction`, but without Prisma, because the table `effects` is not in a Prisma schema. */
export function effectWriter(pool: pg.Pool): WriteEffect<EffectTransaction> {
  return async (workspaceId, effect) => {
    const client = await pool.connect();
    let broken: Error | undefined;
    const note = (error: Error) => {
      broken = error;
    };
    client.on("error", note);
    try {
      await client.query("BEGIN");
      await client.query("SELECT set_config('app.workspace_id', $1, true)", [workspaceId]);
      const result = await effect({
        $executeRawUnsafe: async (text, ...values) => (await client.query(text, values)).rowCount ?? 0,
        sql: async (statement) => (await client.query(statement)).rows,
      });
      await client.query("COMMIT");
      return result;
    } catch (error) {
      await client.query("ROLLBACK").catch(note);
      throw error;
    } finally {
      client.off("error", note);
      client.release(broken);
    }
  };
}
