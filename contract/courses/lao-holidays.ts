import type { Language } from '#contract/language.ts';

type YearlyHoliday = { monthDay: string } & Record<Language, string>;

/**
 * The public holidays of the Lao PDR with a fixed date; the centre adds those that follow the moon.
 */
const yearly: readonly YearlyHoliday[] = [
  { monthDay: '01-01', en: 'International New Year', lo: 'ວັນປີໃໝ່ສາກົນ' },
  { monthDay: '03-08', en: 'International Women’s Day', lo: 'ວັນແມ່ຍິງສາກົນ' },
  { monthDay: '04-14', en: 'Lao New Year (Pi Mai)', lo: 'ບຸນປີໃໝ່ລາວ' },
  { monthDay: '04-15', en: 'Lao New Year (Pi Mai)', lo: 'ບຸນປີໃໝ່ລາວ' },
  { monthDay: '04-16', en: 'Lao New Year (Pi Mai)', lo: 'ບຸນປີໃໝ່ລາວ' },
  { monthDay: '05-01', en: 'International Labour Day', lo: 'ວັນກຳມະກອນສາກົນ' },
  { monthDay: '12-02', en: 'Lao National Day', lo: 'ວັນຊາດລາວ' },
];

/** The public holidays from the first to the last day, both `yyyy-mm-dd`, in their order. */
export function laoHolidays(
  from: string,
  to: string,
): ({ date: string } & Record<Language, string>)[] {
  const [first, last] = [Number(from.slice(0, 4)), Number(to.slice(0, 4))];
  const years = Array.from({ length: Math.max(last - first + 1, 0) }, (_, index) =>
    String(first + index).padStart(4, '0'),
  );
  return years
    .flatMap((year) =>
      yearly.map(({ monthDay, en, lo }) => ({ date: `${year}-${monthDay}`, en, lo })),
    )
    .filter(({ date }) => from <= date && date <= to);
}
