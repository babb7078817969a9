import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import {
  reportNames,
  reports,
  type FigureKey,
  type ReportName,
} from '#contract/reports/report-words.ts';
import {
  paySheet,
  reportAnswer,
  reportFileQuery,
  reportQuery,
  reportRows,
  rowsQuery,
  type ReportAnswer,
  type ReportProgress,
  type ReportRows,
  type RowsQuery,
} from '#contract/reports/reports.ts';
import { seesAllBranches } from '#contract/roles.ts';
import { fieldsInvalid } from '#server/lib/api-error.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { answerWithProgress } from '#server/lib/progress-answer.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { readPaySheet } from './pay-sheet.ts';
import { currentUser } from '#server/lib/current-user.ts';
import type { ReportFigure } from '#server/ledger/figures/figure.ts';
import { readFigureTable } from './read-figure.ts';
import { readFigureRows } from './read-rows.ts';
import { reportList } from './report-list.ts';
import { sendReport } from './send-report.ts';
import { readReport } from '#server/lib/read-from.ts';
import type { ReportRun } from '#server/lib/run-report.ts';

/**
 * The query with a branch that the user may see: their own, or the requested one for users who see
 * all.
 */
function asPerson<Asked extends { branchId?: string | undefined }>(
  request: FastifyRequest,
  asked: Asked,
): Asked {
  const { role, branchId } = currentUser(request);
  return seesAllBranches(role) ? asked : { ...asked, branchId };
}

function figureIn(name: ReportName, key: FigureKey): ReportFigure {
  const { figures, byName = [] } = reportList[name];
  const match = [...figures, ...byName].find((figure) => figure.key === key);
  if (!match) throw fieldsInvalid({ figure: 'invalid' });
  return match;
}

/** The tables of one report, the rows behind each of their sums, and both as files. */
function oneReport(api: Api, services: Services, name: ReportName): void {
  const { action, figures } = reportList[name];
  const path = `${reports.path}/${name}`;
  const config = { action };
  const run = <Answer>(
    request: FastifyRequest,
    reply: FastifyReply,
    work: (reading: ReportRun) => Promise<Answer>,
  ) => readReport(services, request, reply, work);

  api.get(
    path,
    {
      config,
      compress: false,
      schema: { querystring: reportQuery, response: responses(200, reportAnswer) },
    },
    (request, reply) =>
      answerWithProgress<ReportProgress, ReportAnswer>(request, reply, (tell) =>
        run(request, reply, async (reading) => {
          const { figure, ...asked } = asPerson(request, request.query);
          const shownFigures = figure === undefined ? figures : [figureIn(name, figure)];
          const tables: ReportAnswer['tables'] = [];
          for (const shownFigure of shownFigures) {
            await reading.rest();
            if (shownFigures.length > 1) tell({ done: tables.length, total: shownFigures.length });
            tables.push(await readFigureTable(reading, shownFigure, asked));
          }
          return { tables };
        }),
      ),
  );

  api.get(
    `${path}/rows`,
    { config, schema: { querystring: rowsQuery, response: responses(200, reportRows) } },
    (request, reply): Promise<ReportRows> => {
      const asked: RowsQuery = asPerson(request, request.query);
      return run(request, reply, (reading) =>
        readFigureRows(reading, figureIn(name, asked.figure), asked),
      );
    },
  );

  api.get(
    `${path}/export`,
    { config, schema: { querystring: reportFileQuery } },
    (request, reply) => {
      const asked = asPerson(request, request.query);
      const wanted = asked.figure === undefined ? figures : [figureIn(name, asked.figure)];
      return sendReport(services, request, reply, {
        name,
        asked,
        figures: wanted,
        run: (work) => run(request, reply, work),
      });
    },
  );
}

/** GET `/reports/{report}` with its rows and its file, and the pay sheet. */
export function reportRoutes(api: Api, services: Services): void {
  for (const name of reportNames) oneReport(api, services, name);

  const sheet = { querystring: reportQuery, response: responses(200, z.array(paySheet)) };
  api.get(
    `${reports.path}/pay/sheet`,
    { config: { action: reportList.pay.action }, schema: sheet },
    (request, reply) => {
      const { figure: _figure, ...asked } = asPerson(request, request.query);
      return readReport(services, request, reply, (reading) => readPaySheet(reading, asked));
    },
  );
}
