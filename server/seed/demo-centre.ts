import { eq } from 'drizzle-orm';
import { staffAccounts } from '#contract/centre/staff-accounts.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { serverActor } from '#server/lib/audit.ts';
import { hashPassword } from '#server/lib/password.ts';
import { searchText } from '#server/db/search-text.ts';
import { writeAudited } from '#server/lib/write.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { fileTable } from '#server/db/tables/centre/files.table.ts';
import { schoolInfoTable } from '#server/db/tables/centre/school-info.table.ts';
import { publicUser } from '#server/centre/users/public-user.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { demoAccounts } from './demo-accounts.ts';
import { addDemoBranches, addDemoData } from './demo-data.ts';
import { drawDemoLogo } from './demo-logo.ts';

async function addSchoolInfo(tx: Tx): Promise<void> {
  const [logo] = await tx
    .insert(fileTable)
    .values(drawDemoLogo())
    .returning({ _id: fileTable._id });
  await tx.insert(schoolInfoTable).values({
    centreNameEn: 'Dok Champa Language Centre',
    centreNameLo: 'ສູນພາສາດອກຈຳປາ',
    logoFileId: logo?._id ?? null,
    taxNo: '000000101-9-00',
    phone: '+8562055550101',
    address: 'ບ້ານໂພນສີນວນ, ເມືອງສີສັດຕະນາກ, ນະຄອນຫຼວງວຽງຈັນ Phonsinouan, Sisattanak, Vientiane Capital',
    email: 'hello@dokchampa.example',
    web: 'https://dokchampa.example',
    facebook: 'dokchampa.example',
    receiptNoteEn: 'Please keep this receipt.',
    receiptNoteLo: 'ກະລຸນາຮັກສາໃບຮັບເງິນນີ້ໄວ້',
    refundPolicy:
      'Full refund up to 3 days before the first class, half in the first week, none after that.',
  });
}

/** Fills an empty database with the demo centre and one account of each role. */
export async function seedDemoCentre(db: Db): Promise<void> {
  const passwordHash = await hashPassword(demoAccounts[0].password);
  await writeAudited(db, serverActor, async (tx) => {
    await addSchoolInfo(tx);
    await addDemoBranches(tx);
    const [home] = await tx.select().from(branchTable).where(eq(branchTable.code, 'VTE'));
    const branchId = String(home?._id);
    const accounts = demoAccounts.map(({ password: _password, ...account }) => ({
      ...account,
      passwordHash,
      branchId,
      search: searchText(account, staffAccounts.search),
    }));
    const [user] = await tx.insert(userTable).values(accounts).returning(publicUser);
    if (!user) throw new Error('The demo accounts are not there');
    await addDemoData(tx, user);
    return {
      answer: undefined,
      audit: { action: 'set-up', entity: 'users', entityId: user._id, user },
    };
  });
}
