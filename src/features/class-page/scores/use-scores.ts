import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { classResults, type ResultRow, type ScoreSheet } from '#contract/classes/assessments.ts';
import { api } from '#src/lib/request/api.ts';
import { listKey } from '#src/lib/request/resource.ts';
import { withIdempotency } from '#src/lib/request/save.ts';
import { showToast } from '#src/lib/toast.ts';
import { recordQuery } from '#src/offline/lists/cached-record.ts';
import { copiedScores } from '#src/entities/class/class-copies.ts';
import { savedText, toCells } from './score-cells.ts';
import { useSheet, type SheetEdits } from '#src/components/edit/use-sheet.ts';

/** The decision about a student. */
export const decision = z.object({
  result: z.nullable(z.enum(classResults)),
  recommendedCourseId: z.nullable(z.string()),
  comment: z.string(),
});
export type Decision = z.output<typeof decision>;

export const savedDecision = ({ result, recommendedCourseId, comment }: ResultRow): Decision => ({
  result,
  recommendedCourseId,
  comment,
});

/** Passes the server's answer to everything that shows it. */
function useAnswer(classId: string) {
  const { t } = useTranslation('class-page');
  const client = useQueryClient();
  return (sheet: ScoreSheet) => {
    showToast('success', t('scores.saved'));
    client.setQueryData(listKey(copiedScores(classId)), { rows: [sheet], total: 1 });
    // The copy on the device is updated from the answer.
    void client
      .fetchQuery({ ...recordQuery<ScoreSheet>(copiedScores(classId)), staleTime: 0 })
      .catch(() => undefined);
  };
}

const pathOf = (classId: string, part: string) => `/classes/${classId}/${part}`;

/** The typed scores of a class. */
export function useScoreSheet(saved: ScoreSheet, isWritable: boolean) {
  const { classId } = saved;
  const { t } = useTranslation('class-page');
  const onSaved = useAnswer(classId);
  const saver = {
    send: (edits: SheetEdits<string>, row: ScoreSheet | undefined, key: string) =>
      api.put<ScoreSheet>(
        pathOf(classId, 'scores'),
        { cells: toCells(row ?? saved, edits.cells) },
        { ...withIdempotency(key), quiet: true },
      ),
    fetchLatest: () => api.get<ScoreSheet>(pathOf(classId, 'scores'), { quiet: true }),
  };
  return useSheet<string, ScoreSheet>({
    place: { form: 'scores', record: classId },
    title: t('tabs.scores'),
    cell: z.string(),
    saved,
    savedCell: savedText,
    saver,
    isWritable,
    onSaved,
  });
}

/** The typed decisions of a class. */
export function useResultSheet(saved: ScoreSheet, isWritable: boolean) {
  const { classId } = saved;
  const { t } = useTranslation('class-page');
  const onSaved = useAnswer(classId);
  const saver = {
    send: (edits: SheetEdits<Decision>, row: ScoreSheet | undefined, key: string) => {
      const versionOf = (id: string) =>
        (row ?? saved).students.find(({ enrolmentId }) => enrolmentId === id)?.version ?? null;
      const results = Object.entries(edits.cells).map(([enrolmentId, decided]) => ({
        enrolmentId,
        version: versionOf(enrolmentId),
        ...decided,
      }));
      return api.put<ScoreSheet>(
        pathOf(classId, 'results'),
        { results },
        { ...withIdempotency(key), quiet: true },
      );
    },
    fetchLatest: () => api.get<ScoreSheet>(pathOf(classId, 'scores'), { quiet: true }),
  };
  return useSheet<Decision, ScoreSheet>({
    place: { form: 'class-results', record: classId },
    title: t('results.title'),
    cell: decision,
    saved,
    savedCell: ({ students }, id) => {
      const row = students.find(({ enrolmentId }) => enrolmentId === id);
      return row && savedDecision(row);
    },
    saver,
    isWritable,
    onSaved,
  });
}
