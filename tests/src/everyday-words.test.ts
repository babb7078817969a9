import { describe, expect, it, vi } from 'vitest';
import en from '#locales/find.json' with { type: 'json' };
import lo from '#lao-locales/find.json' with { type: 'json' };

// The screens would bring every page of the app along.
vi.mock('#src/app/routing/on-demand.tsx', () => ({ onDemand: () => () => null }));
const { everydayItems } = await import('#src/app/shell/find/find-items.ts');
const { everyday } = await import('#src/app/shell/find/everyday-words.ts');
const { screenAt } = await import('#src/app/routing/access.ts');

const wordsOf = (names: Record<string, string>) => (key: string) =>
  names[key.replace('everyday.', '')] ?? key;
const found = (text: string, role = 'superadmin', names: Record<string, string> = en.everyday) =>
  everydayItems(text, { t: wordsOf(names) as never, language: 'en', role }).map(({ key }) =>
    key.replace('everyday ', ''),
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
  ])('%j leads to %s, in either language of the app', (text, key) => {
    expect(found(text)).toContain(key);
    expect(found(text, 'superadmin', lo.everyday)).toContain(key);
  });

  it('leads nobody to a screen or a button that they do not have', () => {
    expect(found('refund', 'staff')).toEqual([]);
    expect(found('import', 'finance')).toEqual([]);
    expect(found('import', 'staff')).toContain('importStudents');
    expect(found('backup', 'admin')).toEqual([]);
    expect(found('')).toEqual([]);
  });

  it('leads to screens that are built', () => {
    const lost = everyday.filter(({ to }) => to !== '' && screenAt(to)?.page === undefined);
    expect(lost).toEqual([]);
  });
});
