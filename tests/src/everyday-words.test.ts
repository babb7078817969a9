import { describe, expect, it, vi } from 'vitest';
import en from '#locales/find.json' with { type: 'json' };
import shell from '#locales/shell.json' with { type: 'json' };
import lo from '#lao-locales/find.json' with { type: 'json' };
import laoShell from '#lao-locales/shell.json' with { type: 'json' };

// The screens would bring every page of the app along.
vi.mock('#src/app/routing/on-demand.tsx', () => ({ onDemand: () => () => null }));
const { everydayItems, screenItems } = await import('#src/app/shell/find/find-items.ts');
const { everyday } = await import('#src/app/shell/find/everyday-words.ts');
const { screenAt } = await import('#src/app/routing/access.ts');

const wordsOf = (names: Record<string, string>) => (key: string) =>
  names[key.replace('everyday.', '')] ?? key;
const found = (text: string, role = 'superadmin', names: Record<string, string> = en.everyday) =>
  everydayItems(text, { t: wordsOf(names) as never, language: 'en', grant: { role } }).map(
    ({ key }) => key.replace('everyday ', ''),
  );

describe('the finder knows everyday words', () => {
  it.each([
    ['import', 'importStudents'],
    ['import products', 'importProducts'],
    ['export', 'exportStudents'],
    ['holiday', 'holidays'],
    ['room', 'rooms'],
    ['price', 'coursePrices'],
    ['price', 'productPrices'],
    ['renew', 'renew'],
    ['password', 'password'],
    ['print', 'receipts'],
    ['refund', 'refunds'],
    ['discount', 'sell'],
    ['stock', 'stock'],
    ['count', 'stockCount'],
    ['close day', 'closeDay'],
    ['rate', 'rate'],
    ['language', 'language'],
    ['theme', 'theme'],
    ['dark', 'theme'],
    ['sign out', 'signOut'],
    ['backup', 'backups'],
    ['restore', 'backups'],
    ['ສຳຮອງ', 'backups'],
    ['ສຳຮອງຂໍ້ມູນ', 'backups'],
    ['permission', 'accounts'],
    ['timetable', 'timetable'],
    ['ຕາຕະລາງ', 'timetable'],
    ['merge', 'merge'],
    ['ນຳເຂົ້າ', 'importStudents'],
    ['ນຳເຂົ້ານັກຮຽນ', 'importStudents'],
    ['ວັນພັກ', 'holidays'],
    ['ລາຄາ', 'productPrices'],
    ['ຄືນເງິນ', 'refunds'],
    ['ສ່ວນຫຼຸດ', 'sell'],
    ['ສ່ວນຫລຸດ', 'sell'],
    ['ປິດບັນຊີ', 'closeDay'],
    ['ລະຫັດຜ່ານ', 'password'],
    ['ພິມ', 'receipts'],
    ['ອອກຈາກລະບົບ', 'signOut'],
    ['help', 'help'],
    ['ຊ່ວຍເຫຼືອ', 'help'],
    ['void', 'orders'],
    ['undo', 'orders'],
    ['printer', 'orders'],
    ['receipt printer', 'bankAccount'],
    ['ເຄື່ອງພິມ', 'bankAccount'],
    ['ໃບຢັ້ງຢືນ', 'certificates'],
    ['certificate', 'certificates'],
    ['fee', 'coursePrices'],
    ['ຄ່າຮຽນ', 'coursePrices'],
    ['attendance', 'attendance'],
    ['logout', 'signOut'],
    ['offline', 'device'],
    ['scan', 'scan'],
    ['discounts', 'discounts'],
    ['how do I refund?', 'refunds'],
    ['print a receipt', 'receipts'],
  ])('%j leads to %s, in either language of the app', (text, key) => {
    expect(found(text)).toContain(key);
    expect(found(text, 'superadmin', lo.everyday)).toContain(key);
  });

  it('leads nobody to a screen or a button that they do not have', () => {
    expect(found('refund', 'staff')).toEqual(['orders']);
    expect(found('import', 'finance')).toEqual([]);
    expect(found('import', 'staff')).toContain('importStudents');
    expect(found('backup', 'admin')).toEqual([]);
    expect(found('')).toEqual([]);
  });

  /** Words that people type, with a dash for the space between two. */
  const typed = {
    en: `help manual guide how support shortcut void cancel undo mistake wrong correct fix delete
    remove printer receipt-printer print reprint receipt invoice bill paper refund return
    money-back credit deposit discount promotion sibling scholarship fee price tuition cost
    timetable schedule lesson calendar certificate diploma transcript result score grade exam
    test mark attendance absent late present register sign-out sign-in logout login password pin
    account profile user language english lao dark light theme colour font branch staff employee
    admin role permission backup restore import export upload download excel csv pdf holiday
    closed term semester vacation room classroom seat capacity renew continue extend enrol
    register trial waiting-list hold reserve student child new-student add-student parent family
    guardian phone birthday photo card id teacher salary pay hours substitute course level
    subject class new-class product book stock inventory delivery supplier count barcode label
    cash drawer till shift change float safe bank slip transfer verify statement qr debt owe
    unpaid reminder instalment balance expense petty-cash paid-out rate exchange baht dollar
    report income sales revenue profit figures accountant tax journal dashboard overview
    announcement news notice message notification log history audit settings logo address
    opening-hours school install update version offline device storage lock duplicate merge
    transfer move change-class scan camera scanner discounts receipts slips how-to-refund
    print-a-receipt delete-student remove-student change-price who-owes who-owes-money set-price
    edit-price cancel-class delete-class delete-payment change-phone new-price`,
    lo: `ຊ່ວຍເຫຼືອ ຄູ່ມື ວິທີໃຊ້ ປຸ່ມລັດ ຍົກເລີກ ລຶບ ແກ້ໄຂ ຜິດ ກັບຄືນ ເຄື່ອງພິມ ພິມ ພິມໃບບິນ ໃບບິນ
    ໃບຮັບເງິນ ໃບເກັບເງິນ ເຈ້ຍ ຄືນເງິນ ເງິນຄືນ ມັດຈຳ ເງິນເຫຼືອ ສ່ວນຫຼຸດ ຫຼຸດລາຄາ ໂປຣໂມຊັນ ທຶນ
    ພີ່ນ້ອງ ຄ່າຮຽນ ຄ່າທຳນຽມ ລາຄາ ຄ່າສະໝັກ ຕາຕະລາງ ຕາຕະລາງຮຽນ ໂມງຮຽນ ປະຕິທິນ ໃບຢັ້ງຢືນ ໃບປະກາດ
    ຄະແນນ ຜົນການຮຽນ ສອບເສັງ ເກຣດ ເຂົ້າຮຽນ ຂາດຮຽນ ມາຊ້າ ມາຮຽນ ໝາຍຊື່ ອອກຈາກລະບົບ ເຂົ້າລະບົບ
    ລະຫັດຜ່ານ ບັນຊີ ຜູ້ໃຊ້ ໂປຣໄຟລ໌ ພາສາ ອັງກິດ ພາສາລາວ ມືດ ສະຫວ່າງ ສີ ຕົວໜັງສື ສາຂາ ພະນັກງານ
    ຜູ້ດູແລ ສິດ ບົດບາດ ສຳຮອງ ກູ້ຄືນ ນຳເຂົ້າ ສົ່ງອອກ ດາວໂຫຼດ ອັບໂຫຼດ ຟາຍ ວັນພັກ ປິດສູນ ພາກຮຽນ
    ພັກຮຽນ ຫ້ອງ ຫ້ອງຮຽນ ຫ້ອງສອນ ບ່ອນນັ່ງ ຕໍ່ ຮຽນຕໍ່ ລົງທະບຽນ ທົດລອງ ຈອງ ລໍຖ້າ ສະໝັກຮຽນ ນັກຮຽນ
    ນັກຮຽນໃໝ່ ເດັກ ຜູ້ປົກຄອງ ພໍ່ແມ່ ຄອບຄົວ ເບີໂທ ວັນເກີດ ຮູບ ບັດ ຄູ ຄູສອນ ເງິນເດືອນ ຄ່າສອນ
    ສອນແທນ ຫຼັກສູດ ລະດັບ ວິຊາ ຫ້ອງໃໝ່ ສິນຄ້າ ປຶ້ມ ສາງ ສະຕັອກ ຮັບສິນຄ້າ ຜູ້ສະໜອງ ກວດນັບ ບາໂຄດ
    ປ້າຍ ເງິນສົດ ລິ້ນຊັກ ກະ ເງິນທອນ ຕູ້ເຊບ ທະນາຄານ ສະລິບ ໂອນເງິນ ຢືນຢັນ ໃບແຈ້ງຍອດ ໜີ້ ຄ້າງຊຳລະ
    ຕິດໜີ້ ທວງ ຜ່ອນ ຍອດເຫຼືອ ລາຍຈ່າຍ ຈ່າຍເງິນ ອັດຕາ ແລກປ່ຽນ ບາດ ໂດລາ ລາຍງານ ລາຍຮັບ ຍອດຂາຍ ກຳໄລ
    ນັກບັນຊີ ອາກອນ ພາບລວມ ໜ້າຫຼັກ ປະກາດ ຂ່າວ ຂໍ້ຄວາມ ແຈ້ງເຕືອນ ບັນທຶກ ປະຫວັດ ກວດສອບ ຕັ້ງຄ່າ
    ໂລໂກ້ ທີ່ຢູ່ ໂຮງຮຽນ ຕິດຕັ້ງ ອັບເດດ ເວີຊັນ ອອບໄລນ໌ ເຄື່ອງນີ້ ລັອກ ຊ້ຳ ລວມ ຍ້າຍ ຍ້າຍຫ້ອງ
    ປ່ຽນຫ້ອງ ຍ້າຍສາຂາ ສະແກນ ກ້ອງ ຊຳລະ ຈ່າຍຄ່າຮຽນ ເກັບເງິນ ປິດບັນຊີ ກວດບັນຊີ ຂາຍ ຊື້ ອາຈານ ຄິວອາ ຂຽນທະບຽນ ຂຶ້ນທະບຽນ ລຶບນັກຮຽນ ປ່ຽນລາຄາ ໃຜຄ້າງ ໃຜຕິດໜີ້
    ແກ້ລາຄາ ນັກສຶກສາ ຄິວອາໂຄດ`,
  };
  const textIn = (words: object) => (key: string) =>
    key
      .replace('shell:', '')
      .split('.')
      .reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], words);

  it.each([
    ['en', 'en'],
    ['lo', 'lo'],
    ['en', 'lo'],
    ['lo', 'en'],
  ] as const)(
    'finds something for every word of a centre in %s, on a screen in %s',
    (own, language) => {
      const words = language === 'en' ? { ...shell, ...en } : { ...laoShell, ...lo };
      const about = { t: textIn(words) as never, language, grant: { role: 'superadmin' } };
      const all = typed[own].split(/\s+/).map((word) => word.replaceAll('-', ' '));
      const lost = all.filter(
        (text) => screenItems(text, about).length + everydayItems(text, about).length === 0,
      );
      expect(lost).toEqual([]);
      expect(all.length).toBeGreaterThan(120);
    },
  );

  it('leads to screens that are built', () => {
    const lost = everyday.filter(({ to }) => to !== '' && screenAt(to)?.page === undefined);
    expect(lost).toEqual([]);
  });
});
