import * as z from 'zod/mini';
import { academicReport, reportCards } from '#contract/classes/academic-sums.ts';
import {
  academicExportQuery,
  academicQuery,
  academicRow,
  reportCard,
  reportCardsQuery,
  type AcademicRow,
} from '#contract/reports/academic-report.ts';
import { auditValues } from '#contract/words/audit/values.ts';
import { wordFor } from '#contract/words/audit/word.ts';
import type { ReportProgress } from '#contract/reports/reports.ts';
import { exportTypes } from '#contract/reports/exports.ts';
import type { Language } from '#contract/language.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { beginExport } from '#server/lib/begin-export.ts';
import { answerWithProgress } from '#server/lib/progress-answer.ts';
import { responses } from '#server/lib/response-schemas.ts';
import type { Cell } from '#server/lib/sheets/cells.ts';
import { csvStream } from '#server/lib/sheets/write-csv.ts';
import { xlsxStream } from '#server/lib/sheets/write-xlsx.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { readFrom, readReport } from '#server/lib/read-from.ts';
import { readAcademicReport, readReportCards } from './academic-report.service.ts';

const headings = {
  en: [
    'Student code',
    'Student',
    'Class',
    'Course',
    'Average %',
    'Attendance %',
    'Grade',
    'Result',
    'Continues in',
    'Has a place there',
  ],
  lo: [
    'ລະຫັດນັກຮຽນ',
    'ນັກຮຽນ',
    'ຫ້ອງຮຽນ',
    'ຫຼັກສູດ',
    'ຄະແນນສະເລ່ຍ %',
    'ການເຂົ້າຮຽນ %',
    'ເກດ',
    'ຜົນການຮຽນ',
    'ຮຽນຕໍ່',
    'ມີບ່ອນຮຽນແລ້ວ',
  ],
} as const satisfies Record<Language, readonly string[]>;
const title = { en: 'Academic report', lo: 'ລາຍງານຜົນການຮຽນ' };

function cellsOf(row: AcademicRow, language: Language): Cell[] {
  const {
    studentCode,
    firstName,
    lastName,
    classCode,
    course,
    average,
    attendance,
    grade,
    result,
    next,
    hasPlace,
  } = row;
  const place =
    next === null ? '' : { en: ['no', 'yes'], lo: ['ບໍ່', 'ແມ່ນ'] }[language][hasPlace ? 1 : 0];
  return [
    studentCode,
    `${firstName} ${lastName}`,
    classCode,
    course[language],
    average,
    attendance === null ? null : Math.round(attendance),
    grade,
    result === null ? '' : wordFor(auditValues, result, language),
    next?.name[language] ?? '',
    place ?? '',
  ];
}

async function* inOne<Rows>(rows: Rows): AsyncGenerator<Rows> {
  yield rows;
}

/** Results of a term, and report cards. */
export function academicReportRoutes(api: Api, services: Services): void {
  const { db } = services;
  const reading = { action: academicReport.read } as const;
  api.get(
    academicReport.path,
    {
      config: reading,
      compress: false,
      schema: { querystring: academicQuery, response: responses(200, z.array(academicRow)) },
    },
    (request, reply) =>
      answerWithProgress<ReportProgress, AcademicRow[]>(request, reply, (tell) => {
        const user = currentUser(request);
        return readReport(services, request, reply, (from) =>
          readAcademicReport(from, user, request.query, tell),
        );
      }),
  );

  api.get(
    `${academicReport.path}/export`,
    { config: reading, schema: { querystring: academicExportQuery } },
    async (request, reply) => {
      const { format, language, ...query } = request.query;
      const user = currentUser(request);
      const rows = await readReport(services, request, reply, (from) =>
        readAcademicReport(from, user, query),
      );
      await beginExport(db, request, reply, {
        entity: academicReport.name,
        after: { ...query, rows: rows.length },
      });
      const cells = inOne(rows.map((row) => cellsOf(row, language)));
      const file =
        format === 'csv'
          ? csvStream([...headings[language]], cells)
          : xlsxStream(title[language], [...headings[language]], cells);
      return reply
        .type(exportTypes[format])
        .headers({
          'x-total-count': rows.length,
          'content-disposition': `attachment; filename="${academicReport.name}.${format}"`,
        })
        .send(file);
    },
  );

  api.get(
    reportCards.path,
    {
      config: reading,
      schema: { querystring: reportCardsQuery, response: responses(200, z.array(reportCard)) },
    },
    (request, reply) =>
      readFrom(services, reply, (from) =>
        readReportCards(from.db, currentUser(request), request.query),
      ),
  );
}
