import { eq, sql } from 'drizzle-orm';
import {
  announcementInput,
  announcements,
  type AnnouncementInput,
} from '#contract/centre/announcements.ts';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { Tx } from '#server/db/client.ts';
import { searchText } from '#server/db/search-text.ts';
import {
  announcementReadTable,
  announcementTable,
} from '#server/db/tables/centre/announcements.table.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';

type Told = Partial<AnnouncementInput> & {
  /** Days from now to its beginning and its end. */
  from: number;
  to?: number;
  isOfHome?: true;
};

/**
 * The announcements of the demo centre: current, future and past ones, and a draft. None is urgent,
 * because it would cover every page.
 */
const told: readonly Told[] = [
  {
    from: -3,
    to: 30,
    pinned: true,
    priority: 'high',
    titleLo: 'ຄ່າຮຽນໃໝ່ແຕ່ພາກຮຽນໜ້າ',
    bodyLo: 'ລາຄາໃໝ່ໃຊ້ກັບການລົງທະບຽນແຕ່ພາກຮຽນໜ້າເປັນຕົ້ນໄປ. ບ່ອນທີ່ຈອງໄວ້ແລ້ວຍັງເປັນລາຄາເກົ່າ.',
    titleEn: 'New fees from next term',
    bodyEn:
      'The new prices hold for places of the next term. Seats that are held keep the old price.',
  },
  {
    from: -1,
    to: 5,
    isOfHome: true,
    roles: ['staff', 'admin'],
    titleLo: 'ປຶ້ມຈະມາຮອດວັນຈັນ',
    bodyLo: 'ປຶ້ມແບບຝຶກຫັດ 40 ຫົວຈະມາຮອດຕອນເຊົ້າ. ກະລຸນາຈັດຊັ້ນວາງໄວ້ກ່ອນ.',
    titleEn: 'Books arrive on Monday',
    bodyEn: '40 workbooks come in the morning. Please clear the shelf before.',
  },
  {
    from: -2,
    to: 12,
    roles: ['admin', 'staff', 'finance', 'superadmin'],
    titleLo: 'ປະຊຸມພະນັກງານປະຈຳເດືອນ',
    bodyLo: 'ວັນສຸກ 16:30 ຫ້ອງ 201. ກະລຸນາມາໃຫ້ຄົບທຸກຄົນ.',
  },
  {
    from: 2,
    to: 9,
    isOfHome: true,
    roles: ['staff'],
    titleEn: 'Placement test',
    bodyEn: 'Saturday 9:00 in rooms 101 and 105. Two teachers are needed.',
    titleLo: 'ສອບວັດລະດັບ',
    bodyLo: 'ວັນເສົາ 9:00 ຫ້ອງ 101 ແລະ 105. ຕ້ອງການຄູ 2 ຄົນ.',
  },
  {
    from: -40,
    to: -30,
    titleLo: 'ບຸນພະທາດຫຼວງ',
    bodyLo: 'ສູນພັກໜຶ່ງມື້. ຄັ້ງຮຽນຂອງມື້ນັ້ນເລື່ອນໄປ 3 ມື້.',
    titleEn: 'That Luang festival',
    bodyEn: 'The centre is closed for a day. Its sessions move by three days.',
  },
  { from: 0, isOfHome: true, state: 'draft', titleLo: 'ທາສີຫ້ອງ 105', bodyLo: 'ລໍຖ້າຢືນຢັນວັນທີ.' },
];

/** A number of days from today, at a time of the centre's clock. */
const daysFromNow = (days: number, time: string) =>
  sql`
    (
      (now() at time zone 'Asia/Vientiane')::date + ${days}::int + ${time}::time
    ) at time zone 'Asia/Vientiane'`;

/** Adds announcements by `user`; the staff of the home branch have read the older ones. */
export async function addDemoAnnouncements(tx: Tx, user: SignedInUser): Promise<void> {
  const [home] = await tx
    .select({ _id: branchTable._id })
    .from(branchTable)
    .where(eq(branchTable.code, 'VTE'));
  const readers = await tx
    .select({ userId: userTable._id })
    .from(userTable)
    .where(eq(userTable.role, 'staff'));
  for (const { from, to, isOfHome, ...about } of told) {
    const input = announcementInput.parse({
      state: 'published',
      branchIds: isOfHome && home ? [home._id] : [],
      ...about,
    });
    const times = {
      publishFrom: daysFromNow(from, '08:00'),
      publishTo: to === undefined ? null : daysFromNow(to, '17:00'),
    };
    const [added] = await tx
      .insert(announcementTable)
      .values({
        ...input,
        ...times,
        authorId: user._id,
        search: searchText(input, announcements.search),
      })
      .returning({ _id: announcementTable._id });
    if (from < -2 && added && readers.length > 0)
      await tx
        .insert(announcementReadTable)
        .values(readers.map((reader) => ({ ...reader, announcementId: added._id })));
  }
}
