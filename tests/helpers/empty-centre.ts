import { eq } from 'drizzle-orm';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { bookTable } from '#server/db/tables/ledger/books.table.ts';
import { drawerTable } from '#server/db/tables/ledger/drawers.table.ts';
import { emailOf, startTestServer, type TestServer } from './test-server.ts';

/**
 * A new centre as its set-up leaves it: one branch and one superadmin, with the name and password
 * that they have in another centre.
 */
export async function startEmptyCentre(like: TestServer, code: string): Promise<TestServer> {
  const server = await startTestServer({ seed: 'empty' });
  const [branch] = await like.db.select().from(branchTable).where(eq(branchTable.code, code));
  const [user] = await like.db
    .select()
    .from(userTable)
    .where(eq(userTable.email, emailOf('superadmin')));
  if (!branch || !user) throw new Error('The other centre has no such branch or person');
  await server.db.insert(branchTable).values({ ...branch, logoFileId: null });
  await server.db.insert(bookTable).values({ branchId: branch._id });
  await server.db.insert(drawerTable).values({ branchId: branch._id, name: 'Desk 1' });
  await server.db
    .insert(userTable)
    .values({ ...user, branchId: branch._id, profileImage: null, draftKey: null });
  return server;
}
