import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { addDays, dayInLaos } from '#contract/dates.ts';

/** The sizes of a centre that moves in. */
export type MovingSize = { students: number; places: number; balances: number };

type Row = (string | number)[];

const SEATS = 25;
const today = dayInLaos();
const first = addDays(today, -45);
const last = addDays(today, 60);
/** Branches of the demo centre. */
const branches = ['VTE', 'LPB', 'PKS'];
const branchOf = (at: number) => branches[at % branches.length] ?? '';
const student = (at: number) => `MV-${String(at + 1).padStart(5, '0')}`;
const className = (at: number) => `MV class ${String(at + 1)}`;
/** A day as people of the centre write it. */
const written = (day: string) => day.split('-').toReversed().join('/');

/** A family has two children, so the phone of a parent stands in two rows. */
const phoneOf = (at: number) => `020 ${String(71_000_000 + Math.floor(at / 2))}`;

const studentRow = (at: number): Row => [
  student(at),
  `ນັກຮຽນ${String(at + 1)}`,
  'ວົງສາ',
  at % 2 === 0 ? 'ຍິງ' : 'ຊາຍ',
  `${String(1 + (at % 28)).padStart(2, '0')}/05/2012`,
  branchOf(Math.floor(at / 2)),
  `ແມ່${String(Math.floor(at / 2) + 1)}`,
  'ວົງສາ',
  phoneOf(at),
  'ແມ່',
];

const classRow = (at: number): Row => [
  className(at),
  'ENG-A1',
  'MV-TERM',
  branchOf(at),
  written(first),
  written(last),
  'Tue, Thu 17:30-19:00',
  SEATS + 5,
];

/** Half of the places are paid whole, the others in part. */
function placeRow(at: number, { students }: MovingSize): Row {
  const paid = at % 2 === 0 ? 1_500_000 : 900_000;
  const classAt = Math.floor(at / SEATS);
  return [student(at % students), className(classAt), 1_500_000, 24, 9, paid, written(last)];
}

const balanceRow = (at: number): Row => [
  student(at),
  at % 3 === 0 ? 'credit' : 'owes',
  300_000 + at,
  'fee',
  written(first),
  written(addDays(today, -10)),
  `OLD-${String(at + 1)}`,
];

const rowsOf = (count: number, row: (at: number) => Row) =>
  Array.from({ length: count }, (_, at) => row(at));

const cell = (value: string | number) =>
  typeof value === 'number'
    ? `<c><v>${value}</v></c>`
    : `<c t="inlineStr"><is><t>${value}</t></is></c>`;
const sheetXml = (rows: readonly Row[]) =>
  `<worksheet><sheetData>${rows.map((row) => `<row>${row.map(cell).join('')}</row>`).join('')}</sheetData></worksheet>`;

const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** The workbook of a centre in the middle of a term, in branches of the demo centre. */
export function movingWorkbook(size: MovingSize): Promise<Buffer> {
  const term = ['MV-TERM', 'Term of the move', '2026-2027', written(first), written(last)];
  const sheets: Record<string, Row[]> = {
    Terms: [['Code', 'Name', 'Academic year', 'Start date', 'End date'], term],
    Classes: [
      ['Class name', 'Course', 'Term', 'Branch', 'Start date', 'End date', 'Timetable', 'Capacity'],
      ...rowsOf(Math.ceil(size.places / SEATS), classRow),
    ],
    Students: [
      [
        'Student code',
        'First name',
        'Last name',
        'Gender',
        'Date of birth',
        'Home branch',
        'Guardian 1 first name',
        'Guardian 1 last name',
        'Guardian 1 phone',
        'Guardian 1 relation',
      ],
      ...rowsOf(size.students, studentRow),
    ],
    Enrolments: [
      ['Student', 'Class', 'Price', 'Sessions bought', 'Sessions used', 'Paid so far', 'Due date'],
      ...rowsOf(size.places, (at) => placeRow(at, size)),
    ],
    'Opening balances': [
      ['Student', 'Owes or credit', 'Amount', 'For', 'Billed on', 'Due date', 'Old paper no'],
      ...rowsOf(size.balances, balanceRow),
    ],
  };
  const names = Object.keys(sheets);
  const file = new ZipFile();
  const add = (name: string, content: string) => file.addBuffer(Buffer.from(content), name);
  const entries = names.map(
    (name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
  );
  const links = names.map(
    (_, at) => `<Relationship Id="rId${at + 1}" Target="worksheets/sheet${at + 1}.xml"/>`,
  );
  add(
    'xl/workbook.xml',
    `<workbook xmlns:r="${R}"><sheets>${entries.join('')}</sheets></workbook>`,
  );
  add('xl/_rels/workbook.xml.rels', `<Relationships>${links.join('')}</Relationships>`);
  for (const [at, name] of names.entries())
    add(`xl/worksheets/sheet${at + 1}.xml`, sheetXml(sheets[name] ?? []));
  file.end();
  return buffer(file.outputStream);
}
