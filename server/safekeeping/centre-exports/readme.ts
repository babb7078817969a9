import type { ZippedFile } from './zip-writer.ts';
import type { TableTotals } from './table-file.ts';

/** What the README says about one export. */
export type ExportFacts = {
  centreEn: string;
  centreLo: string;
  /** The time in Vientiane. */
  at: string;
  by: string;
  tables: ReadonlyMap<string, TableTotals>;
  /** Rows of each sheet of `moving.xlsx`. */
  sheets: ReadonlyMap<string, number>;
  walkIns: { count: number; sumLAK: number };
  files: readonly ZippedFile[];
  /** Files whose content is neither in the database nor in the store of files. */
  missing: readonly string[];
};

const number = (value: number) => value.toLocaleString('en');

const inEnglish = ({ centreEn, at, by, walkIns }: ExportFacts) => [
  `Everything of ${centreEn}`,
  `Made on ${at} (Vientiane) by ${by}.`,
  '',
  'moving.xlsx  the centre as the import reads it: Moving in, in an empty BranchDesk. Only this file',
  '             comes in again. Running places stand with the sessions bought and used and with what',
  '             was paid; everything else that is owed stands in Opening balances, a row for each',
  '             open part with its due day; credits stand there in the currency of their payment',
  '             while its rate is the one of today, else in kip.',
  'tables/      every table as CSV, for reading. Beside each id stands what people call its record.',
  '             Times are those of Vientiane. Sums are whole units of the currency in their row;',
  '             columns that end in _lak are kip. Sums inside a cell of JSON are in minor units.',
  'books/       the journal of each month.',
  'files/       photos, slips and attachments under the code or paper of their record.',
  '',
  'Not in moving.xlsx, because the import has no sheet for it: superadmins, closed accounts, rights in',
  'further branches, rates of pay, held seats, registers and results.',
  'A slip that nobody has verified is no payment there. A product with less than nothing on hand',
  'comes in without stock.',
  `Debts of walk-ins, who are no record, stay out: ${walkIns.count}, ${number(walkIns.sumLAK)} kip.`,
  '',
  'Not in this file at all: passwords and their hashes, second factors, sessions, devices, set-up',
  'codes, keys of repeated writes, drafts (they are on the devices), columns that only the search',
  'reads, working copies of imports, and sums that follow from other rows.',
  '',
  'Receipts are proof only in the centre that made them: each has its content, its hash and the hash',
  'of the one before.',
];

const inLao = ({ centreLo, at, by, walkIns }: ExportFacts) => [
  `ຂໍ້ມູນທັງໝົດຂອງ ${centreLo}`,
  `ສ້າງເມື່ອ ${at} (ວຽງຈັນ) ໂດຍ ${by}.`,
  '',
  'moving.xlsx  ຂໍ້ມູນຂອງສູນຕາມຮູບແບບການນຳເຂົ້າ: ຍ້າຍຂໍ້ມູນເຂົ້າ ໃນ BranchDesk ທີ່ຍັງເປົ່າ.',
  '             ມີແຕ່ຟາຍນີ້ທີ່ນຳເຂົ້າຄືນໄດ້.',
  'tables/      ທຸກຕາຕະລາງເປັນ CSV ສຳລັບອ່ານ. ຂ້າງແຕ່ລະ id ມີຊື່ ຫຼື ເລກທີ.',
  '             ເວລາແມ່ນເວລາວຽງຈັນ. ຖັນທີ່ລົງທ້າຍດ້ວຍ _lak ແມ່ນກີບ.',
  'books/       ປຶ້ມບັນທຶກບັນຊີຂອງແຕ່ລະເດືອນ.',
  'files/       ຮູບ, ສະລິບ ແລະ ຟາຍແນບ ຕາມລະຫັດ ຫຼື ເລກທີ.',
  '',
  'ບໍ່ມີໃນ moving.xlsx: ຜູ້ດູແລລະບົບສູງສຸດ, ບັນຊີທີ່ປິດແລ້ວ, ສິດໃນສາຂາອື່ນ, ຄ່າສອນ,',
  'ບ່ອນນັ່ງທີ່ຈອງໄວ້, ການເຂົ້າຮຽນ ແລະ ຜົນການຮຽນ.',
  `ບໍ່ນຳໜີ້ຂອງລູກຄ້າທົ່ວໄປອອກ: ${walkIns.count}, ${number(walkIns.sumLAK)} ກີບ.`,
  '',
  'ບໍ່ມີໃນຟາຍນີ້: ລະຫັດຜ່ານ, ການຢືນຢັນຂັ້ນທີສອງ, ການເຂົ້າສູ່ລະບົບ, ເຄື່ອງ, ລະຫັດຕິດຕັ້ງ,',
  'ກະແຈຂອງການບັນທຶກຊ້ຳ, ຮ່າງ (ຢູ່ໃນເຄື່ອງ) ແລະ ຖັນສຳລັບຄົ້ນຫາ.',
];

const sumsOf = ({ sums }: TableTotals) =>
  [...sums].map(([heading, sum]) => `${heading} ${number(sum)}`).join(', ');

/** The text that explains a ZIP in both languages, with counts, sums and check codes. */
export function readme(facts: ExportFacts): string {
  const { sheets, tables, files, missing } = facts;
  const lines = [
    ...inLao(facts),
    '',
    '-'.repeat(80),
    '',
    ...inEnglish(facts),
    '',
    '-'.repeat(80),
    '',
    'moving.xlsx',
    ...[...sheets].map(([sheet, rows]) => `  ${sheet}: ${number(rows)}`),
    '',
    'tables/  rows, and sums of the columns in kip',
    ...[...tables].map(([name, totals]) => {
      const sums = sumsOf(totals);
      return `  ${name}: ${number(totals.rows)}${sums === '' ? '' : ` (${sums})`}`;
    }),
    ...(missing.length > 0 ? ['', 'Contents that were not found:', ...missing] : []),
    '',
    'SHA-256',
    ...files.map(({ name, bytes, sha256 }) => `${sha256}  ${name}  ${number(bytes)}`),
  ];
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}
