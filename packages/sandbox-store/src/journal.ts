import { type FileHandle, open } from "node:fs/promises";
import type { z } from "zod";

interface Waiting {
  line: string;
  resolve(): void;
  reject(error: unknown): void;
}

/** The journal is an append-only file of JSON lines. After `append` has resolved, the entry survives a crash of the process. */
export class Journal<Entry> {
  #waiting: Waiting[] = [];
  #flushing: Promise<void> | undefined;
  #failure: unknown;

  private constructor(private readonly file: FileHandle) {}

  /** Opens or creates the journal and returns its entries. Throws an Error for an invalid line. */
  static async open<Schema extends z.ZodType>(
    path: string,
    schema: Schema,
  ): Promise<{ journal: Journal<z.infer<Schema>>; entries: z.infer<Schema>[] }> {
    const file = await open(path, "a+", 0o600);
    try {
      return { journal: new Journal<z.infer<Schema>>(file), entries: await readEntries(file, path, schema) };
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** Appends an entry, and resolves when the entry is on disk. Concurrent calls resolve in the order of the calls. */
  append(entry: Entry): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ line: `${JSON.stringify(entry)}\n`, resolve, reject });
      this.#flushing ??= this.#flush().finally(() => {
        this.#flushing = undefined;
      });
    });
  }

  async close(): Promise<void> {
    await this.#flushing;
    await this.file.close();
  }

  /** Each fsync writes all entries that arrived during the previous fsync. */
  async #flush(): Promise<void> {
    while (this.#waiting.length > 0) {
      const group = this.#waiting.splice(0);
      try {
        // Rejects all entries after a failed write, because the last line may be incomplete.
        if (this.#failure) throw this.#failure;
        await this.file.appendFile(group.map(({ line }) => line).join(""));
        await this.file.datasync();
        for (const { resolve } of group) resolve();
      } catch (error) {
        this.#failure = error;
        for (const { reject } of group) reject(error);
      }
    }
  }
}

async function readEntries<Schema extends z.ZodType>(file: FileHandle, path: string, schema: Schema): Promise<z.infer<Schema>[]> {
  const bytes = await file.readFile();
  const whole = bytes.lastIndexOf("\n") + 1;
  // Removes an incomplete last line. The entry of an incomplete line was never confirmed to a caller.
  if (whole < bytes.length) await file.truncate(whole);
  const lines = bytes.toString("utf8", 0, whole).split("\n").slice(0, -1);
  return lines.map((line, index) => {
    try {
      return schema.parse(JSON.parse(line));
    } catch (error) {
      throw new Error(`Line ${index + 1} of ${path} is not a valid journal entry. Remove the file to start with an empty store.`, {
        cause: error,
      });
    }
  });
}
