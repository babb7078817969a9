import type { BothNames } from '#contract/orders/papers.ts';
import { DOT } from '#contract/words/dot.ts';

/**
 * The words of report cards and certificates. These show both languages, Lao first, whatever
 * language the interface has.
 */
const words = {
  absent: ['ຂາດຮຽນ', 'Absent'],
  assessment: ['ການສອບເສັງ', 'Assessment'],
  attendance: ['ການເຂົ້າຮຽນ', 'Attendance'],
  average: ['ຄະແນນສະເລ່ຍ', 'Average'],
  born: ['ວັນເດືອນປີເກີດ', 'Born'],
  certificate: ['ໃບຢັ້ງຢືນ', 'Certificate'],
  certifies: ['ຢັ້ງຢືນວ່າ', 'This is to certify that'],
  check: ['ລະຫັດກວດສອບ', 'Check code'],
  code: ['ລະຫັດ', 'Code'],
  comment: ['ຄຳເຫັນ', 'Comment'],
  conditional: ['ຜ່ານແບບມີເງື່ອນໄຂ', 'Conditional pass'],
  director: ['ຜູ້ອຳນວຍການ', 'Director'],
  excused: ['ລາພັກ', 'Excused'],
  exempt: ['ຍົກເວັ້ນ', 'Exempt'],
  fail: ['ບໍ່ຜ່ານ', 'Fail'],
  finished: ['ໄດ້ຮຽນຈົບຫຼັກສູດ', 'has completed the course'],
  goesOn: ['ຮຽນຕໍ່', 'Continues in'],
  grade: ['ເກດ', 'Grade'],
  guardian: ['ຜູ້ປົກຄອງ', 'Guardian'],
  hours: ['ຊົ່ວໂມງ', 'hours'],
  issued: ['ວັນທີອອກໃບ', 'Issued on'],
  late: ['ມາຊ້າ', 'Late'],
  makeup: ['ຮຽນທົດແທນ', 'Make-up'],
  missed: ['ຂາດສອບ', 'Absent'],
  number: ['ເລກທີ', 'No'],
  pass: ['ຜ່ານ', 'Pass'],
  present: ['ມາຮຽນ', 'Present'],
  reportCard: ['ໃບລາຍງານຜົນການຮຽນ', 'Report card'],
  result: ['ຜົນການຮຽນ', 'Result'],
  score: ['ຄະແນນ', 'Score'],
  student: ['ນັກຮຽນ', 'Student'],
  teacher: ['ຄູສອນ', 'Teacher'],
  weight: ['ນ້ຳໜັກຄະແນນ', 'Weight'],
} as const satisfies Record<string, readonly [lo: string, en: string]>;
export type SaidWord = keyof typeof words;

/** A word in both languages, the English one smaller. */
export function Say({ of }: { of: SaidWord }) {
  const [lo, en] = words[of];
  return (
    <>
      <span lang="lo">{lo}</span> <i lang="en">{en}</i>
    </>
  );
}

/** A word in one of the two languages. */
export const said = (of: SaidWord, language: 'en' | 'lo'): string =>
  words[of][language === 'lo' ? 0 : 1];

/** A name in both languages, or once if both are the same. */
export function SaidName({ of: { en, lo } }: { of: BothNames }) {
  if (lo === '' || lo === en) return <span lang="en">{en}</span>;
  return (
    <>
      <span lang="lo">{lo}</span>
      {DOT}
      <span lang="en">{en}</span>
    </>
  );
}
