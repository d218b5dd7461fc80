import { sql } from "@offergraph/service/db/statement";
import { newId } from "@offergraph/shared/time/ids";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type Client, type Fixture, startFixture } from "../testing/fixture.js";
import type { Tx } from "../tx.js";

let fixture: Fixture;
let mine: Client;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
  mine = fixture.client();
});
afterAll(() => fixture?.stop());

const inTx = <Result>(effect: (tx: Tx) => Promise<Result>, { workspaceId } = mine) =>
  fixture.running.parts.database.transaction({ workspaceId }, effect);
const partnerOf = ({ workspaceId }: Tx, name: string) => ({ rowId: newId(), workspaceId, name, handle: name, handleKey: name });
const names = async (read: Tx["sql"]) =>
  (await read<{ name: string }>(sql`SELECT name FROM partners ORDER BY name`)).map(({ name }) => name);

describe("Prisma's models in a transaction", () => {
  it("see what SQL wrote, and only their own workspace", async () => {
    const other = fixture.client();
    await inTx((tx) => tx.prisma.partner.create({ data: partnerOf(tx, "theirs") }), other);
    await inTx(async (tx) => {
      const { rowId } = partnerOf(tx, "");
      await tx.sql(sql`INSERT INTO partners (row_id, workspace_id, name) VALUES (${rowId}::uuid, ${tx.workspaceId}::uuid, 'a')`);
      await tx.prisma.partner.create({ data: partnerOf(tx, "b") });
      // Prisma combines the two concurrent calls of `findFirst` into one query.
      const found = await Promise.all([rowId, newId()].map((id) => tx.prisma.partner.findFirst({ where: { rowId: id } })));
      expect(found.map((partner) => partner?.name)).toEqual(["a", undefined]);
      expect((await tx.prisma.partner.findMany({ orderBy: { name: "asc" } })).map(({ name }) => name)).toEqual(["a", "b"]);
      expect(await names(tx.sql)).toEqual(["a", "b"]);
      const foreign = { ...partnerOf(tx, "forged"), workspaceId: other.workspaceId };
      await tx.sql(sql`SAVEPOINT before`);
      await expect(tx.prisma.partner.create({ data: foreign })).rejects.toThrow();
      await tx.sql(sql`ROLLBACK TO SAVEPOINT before`);
    });
    expect(await inTx((tx) => tx.prisma.partner.count())).toBe(2);
  });

  it("never share a query between concurrent transactions of two workspaces", async () => {
    const clients = [fixture.client(), fixture.client()];
    const seen = await Promise.all(
      Array.from({ length: 60 }, (_, index) => {
        const client = clients[index % 2] as Client;
        return inTx(async (tx) => {
          const data = partnerOf(tx, `${tx.workspaceId} ${index}`);
          await tx.prisma.partner.create({ data });
          const { rowId, workspaceId } = data;
          const own = await tx.prisma.partner.findUnique({ where: { workspaceId_rowId: { workspaceId, rowId } } });
          const all = await tx.prisma.partner.findMany();
          return [own, ...all].every((partner) => partner?.workspaceId === client.workspaceId);
        }, client);
      }),
    );
    expect(seen).toEqual(seen.map(() => true));
  });

  it("apply nested writes as a part of it", async () => {
    const client = fixture.client();
    const campaign = ({ workspaceId }: Tx) => ({ rowId: newId(), workspaceId, createdAt: new Date(), name: "summer" });
    const nested = (tx: Tx, discountCodeId: string) =>
      tx.prisma.campaign.create({ data: { ...campaign(tx), discountCodes: { create: [{ discountCodeId }] } } });
    await expect(inTx((tx) => nested(tx, newId()), client)).rejects.toThrow();
    const missing = { code: "P2025" };
    const connect = (tx: Tx) => {
      const { workspaceId } = tx;
      return tx.prisma.partner.update({
        where: { workspaceId_rowId: { workspaceId, rowId: newId() } },
        data: { discountCodes: { connect: [{ workspaceId_rowId: { workspaceId, rowId: newId() } }] } },
      });
    };
    await expect(inTx(connect, client)).rejects.toMatchObject(missing);
    await expect(
      inTx(async (tx) => {
        await tx.prisma.partner.create({ data: partnerOf(tx, "lost") });
        await connect(tx).catch(() => undefined);
        // The transaction must fail, even though the test ignores the error of `connect`.
        await tx.prisma.partner.count();
      }, client),
    ).rejects.toThrow("rolled back");
    expect(await inTx((tx) => names(tx.sql), client)).toEqual([]);
  });

  it("roll back with SQL after a violated constraint", async () => {
    const client = fixture.client();
    const twice = inTx(async (tx) => {
      await tx.prisma.partner.create({ data: partnerOf(tx, "a") });
      await tx.prisma.partner.create({ data: partnerOf(tx, "a") });
    }, client);
    await expect(twice).rejects.toMatchObject({ code: "P2002" });
    expect(await inTx((tx) => names(tx.sql), client)).toEqual([]);
  });
});
