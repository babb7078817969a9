import type { FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { decimalsOf, priceCurrencies } from '#contract/money/currencies.ts';
import { exportTypes } from '#contract/reports/exports.ts';
import type { Language } from '#contract/language.ts';
import { percentOf } from '#contract/reports/percent.ts';
import type { ReportName } from '#contract/reports/report-words.ts';
import type {
  PaySheet,
  ReportRows,
  reportFileQuery,
  ReportTable,
} from '#contract/reports/reports.ts';
import type { PayLine } from '#contract/people/teacher-rates.ts';
import type { Services } from '#server/lib/api.ts';
import { beginExport } from '#server/lib/begin-export.ts';
import type { Cell } from '#server/lib/sheets/cells.ts';
import { csvStream } from '#server/lib/sheets/write-csv.ts';
import { xlsxBook } from '#server/lib/sheets/write-xlsx.ts';
import { readPaySheet } from './pay-sheet.ts';
import type { ReportFigure } from '#server/ledger/figures/figure.ts';
import { readWholeTable } from './read-figure.ts';
import { readFigureRows } from './read-rows.ts';
import type { ReportRun } from '#server/lib/run-report.ts';
import { groupName, reportWord, reportWords } from './report-words.ts';

type Part = { title: string; headings: string[]; cells: Cell[][] };
type ReportFile = {
  name: ReportName;
  asked: z.output<typeof reportFileQuery>;
  figures: readonly ReportFigure[];
  run: <Answer>(work: (reading: ReportRun) => Promise<Answer>) => Promise<Answer>;
};

const MAX_TITLE = 31;
const MOST_ROWS = 100_000;

/** Amounts of a currency are in its minor units. */
const valueCells = ({ columns }: Pick<ReportTable, 'columns'>, values: readonly number[]): Cell[] =>
  values.map((value, at) =>
    priceCurrencies.some((currency) => currency === columns[at]?.kind)
      ? value / 10 ** decimalsOf(String(columns[at]?.kind))
      : value,
  );

/** The branches that a table leaves to their old book, as a row above its groups. */
function missingIn({ beforeMove }: ReportTable, language: Language): Cell[][] {
  if (!beforeMove) return [];
  const names = beforeMove.branches.map((row) => (language === 'lo' ? row.nameLo : row.nameEn));
  return [[`${reportWords[language].beforeMove.short}: ${names.join(', ')}`]];
}

function tablePart(table: ReportTable, language: Language): Part {
  const words = reportWords[language];
  const { share } = table;
  const at = (key: string) => table.columns.findIndex((column) => column.key === key);
  const shareCell = (values: readonly number[]): Cell[] =>
    share ? [percentOf(values[at(share[0])] ?? 0, values[at(share[1])] ?? 0)] : [];
  const line = (name: string, detail: string, values: number[]): Cell[] => [
    name,
    detail,
    ...valueCells(table, values),
    ...shareCell(values),
  ];
  return {
    title: words.title[table.figure] ?? table.figure,
    headings: [
      words.by[table.by] ?? '',
      words.detailHead,
      ...table.columns.map(({ key, kind }) => headingOf(words.value[key] ?? key, kind)),
      ...(share ? [`${words.share}, %`] : []),
    ],
    cells: table.beforeMove?.isWhole
      ? [[words.beforeMove.short]]
      : [
          ...missingIn(table, language),
          ...table.rows.map((row) =>
            line(groupName(language, table.by, row), row.detail, row.values),
          ),
          line(words.total, '', table.total),
        ],
  };
}

const codeHead: Record<Language, string> = { en: 'Code', lo: 'ລະຫັດ' };

/** Durations are whole minutes in a file, so that nothing is lost by rounding. */
const headingOf = (word: string, kind: string) => (kind === 'minutes' ? `${word} (min)` : word);

function rowsPart(rows: ReportRows, title: string, language: Language): Part {
  const words = reportWords[language];
  const inLao = language === 'lo';
  return {
    title,
    headings: [
      words.by['day'] ?? '',
      codeHead[language],
      words.by[rows.head] ?? '',
      words.by['class'] ?? '',
      words.by['course'] ?? '',
      words.by['teacher'] ?? '',
      words.by['branch'] ?? '',
      words.detailHead,
      ...rows.columns.map(({ key, kind }) => headingOf(words.value[key] ?? key, kind)),
    ],
    cells: rows.rows.map((row) => [
      row.day === null ? null : { day: row.day },
      row.studentCode,
      inLao ? row.studentLo : row.studentEn,
      row.classCode,
      inLao ? row.courseLo : row.courseEn,
      inLao ? row.teacherLo : row.teacherEn,
      inLao ? row.branchLo : row.branchEn,
      reportWord(language, row.detail),
      ...valueCells(rows, row.values),
    ]),
  };
}

/** Columns of the file that the screen shows within others. */
const payHeads: Record<Language, Record<'from' | 'to' | 'unit' | 'currency', string>> = {
  en: { from: 'From', to: 'To', unit: 'For', currency: 'Currency' },
  lo: { from: 'ແຕ່ວັນທີ', to: 'ເຖິງວັນທີ', unit: 'ຄິດຕາມ', currency: 'ສະກຸນເງິນ' },
};

/**
 * The pay sheet as it is printed: a row for each rate of a teacher. Sessions without a rate have no
 * pay.
 */
function payPart(sheet: readonly PaySheet[], language: Language): Part {
  const { by, detailHead, paySheet, title, value } = reportWords[language];
  const heads = payHeads[language];
  const row = (teacher: PaySheet, { rate, from, to, minutes, sessions, pay }: PayLine): Cell[] => {
    const sumCell = (sum: number | null | undefined): Cell =>
      rate === null || typeof sum !== 'number' ? null : sum / 10 ** decimalsOf(rate.currency);
    return [
      language === 'lo' ? teacher.nameLo : teacher.nameEn,
      teacher.teacherCode,
      { day: from },
      { day: to },
      minutes,
      sessions,
      sumCell(rate?.amount),
      rate === null ? '' : paySheet.per[rate.kind],
      rate?.currency ?? '',
      sumCell(pay),
    ];
  };
  return {
    title: title['pay'] ?? '',
    headings: [
      by['teacher'] ?? '',
      detailHead,
      heads.from,
      heads.to,
      headingOf(value['minutes'] ?? '', 'minutes'),
      value['sessions'] ?? '',
      paySheet.rate,
      heads.unit,
      heads.currency,
      paySheet.amount,
    ],
    cells: sheet.flatMap((teacher) => teacher.lines.map((line) => row(teacher, line))),
  };
}

async function partsOf({
  name,
  asked: { figure, value, key, format: _format, language, ...asked },
  figures,
  run,
}: ReportFile): Promise<Part[]> {
  const [only] = figures;
  if (figure !== undefined && only && (value !== undefined || key !== undefined)) {
    const rows = await run((reading) =>
      readFigureRows(reading, only, { ...asked, figure, value, key }, MOST_ROWS),
    );
    return [rowsPart(rows, reportWords[language].title[figure] ?? figure, language)];
  }
  if (name === 'pay')
    return [payPart(await run((reading) => readPaySheet(reading, asked)), language)];
  return run(async (reading) => {
    const parts: Part[] = [];
    for (const one of figures) {
      await reading.rest();
      parts.push(tablePart(await readWholeTable(reading, one, asked), language));
    }
    return parts;
  });
}

async function* inOne<Rows>(rows: Rows): AsyncGenerator<Rows> {
  yield rows;
}

/** Puts one table under the other, each with its title. */
const stacked = (parts: readonly Part[]): Cell[][] =>
  parts.flatMap(({ title, headings, cells }, at) => [
    ...(at === 0 ? [] : [['']]),
    [title],
    headings,
    ...cells,
  ]);

/** Sheets of a file need different names without the characters that spreadsheets refuse. */
const sheetTitle = (title: string) => title.replaceAll(/[[\]:*?/\\]/g, ' ').slice(0, MAX_TITLE);

/** A report as a file: XLSX with a sheet for each figure, or CSV with one under the other. */
export async function sendReport(
  { db }: Pick<Services, 'db'>,
  request: FastifyRequest,
  reply: FastifyReply,
  wanted: ReportFile,
): Promise<FastifyReply> {
  const { name, asked } = wanted;
  const { format, language, ...filters } = asked;
  const parts = await partsOf(wanted);
  const rows = parts.reduce((sum, { cells }) => sum + cells.length, 0);
  await beginExport(db, request, reply, {
    entity: `reports-${name}`,
    after: { ...filters, rows },
  });
  const [first, ...others] = parts;
  const isOne = first !== undefined && others.length === 0;
  const csv = () =>
    isOne ? csvStream(first.headings, inOne(first.cells)) : csvStream([], inOne(stacked(parts)));
  const file =
    format === 'csv'
      ? csv()
      : xlsxBook(
          parts.map(({ title, headings, cells }) => ({
            title: sheetTitle(title),
            headings,
            rows: inOne(cells),
          })),
        );
  return reply
    .type(exportTypes[format])
    .headers({
      'x-total-count': rows,
      'content-disposition': `attachment; filename="${name}.${format}"`,
    })
    .send(file);
}
