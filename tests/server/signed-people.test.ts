import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tidy } from '#server/jobs/tidy.ts';
import { approvalTable } from '#server/db/tables/ledger/books.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { branchId, startTestServer, type TestServer } from '#tests/helpers/test-server.ts';

// A signature for accounts names people. An erasure looks for them nowhere in the signatures, so
// these forget them: docs/domain.md, "A person's data".

const NAME = 'zqxfirst zqxlast';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function addSignature(kind: 'accountRight' | 'movedAccounts' | 'discount', minutes: number) {
  const [one, other] = await server.db.select({ _id: userTable._id }).from(userTable);
  const _id = randomUUID();
  await server.db.insert(approvalTable).values({
    _id,
    kind,
    branchId: await branchId(server.db, 'VTE'),
    content: JSON.stringify({ kind, email: 'zqx@branchdesk.test', accounts: [{ name: NAME }] }),
    tokenHash: _id,
    approvedById: String(one?._id),
    forId: String(other?._id),
    expiresAt: sql`now() + make_interval(mins => ${minutes}::int)` as unknown as string,
  });
  return _id;
}

it('forgets the people in spent signatures, and nothing of a living one or another act', async () => {
  const spent = [await addSignature('accountRight', -1), await addSignature('movedAccounts', -1)];
  const kept = [await addSignature('movedAccounts', 2), await addSignature('discount', -1)];
  await tidy(server.db);
  const rows = await server.db.select().from(approvalTable);
  const contentOf = (_id: string) => rows.find((row) => row._id === _id)?.content;
  expect(spent.map(contentOf)).toEqual(['', '']);
  for (const _id of kept) expect(contentOf(_id)).toContain(NAME);
});
