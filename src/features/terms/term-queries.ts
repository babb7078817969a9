import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import {
  academicTerms,
  type AcademicTerm,
  type AcademicTermInput,
} from '#contract/courses/academic-terms.ts';
import { holidayDays, holidayRanges, type HolidayDay } from '#contract/courses/holiday-ranges.ts';
import type { HolidaySessions } from '#contract/courses/term-rules.ts';
import { seesAllBranches } from '#contract/roles.ts';
import { useConfirm } from '#src/components/kit/dialog.tsx';
import { api } from '#src/lib/request/api.ts';
import { showDay } from '#src/lib/text/day.ts';
import { keepRow, listKey, useSaver } from '#src/lib/request/resource.ts';
import { saveOnce, type Saver, type SaveResult, withIdempotency } from '#src/lib/request/save.ts';
import { useStore } from '#src/lib/store.ts';
import { showToast } from '#src/lib/toast.ts';
import { useAddTerm } from '#src/entities/term/new-term.ts';
import type { NewTermInput } from '#src/entities/term/term-fields.tsx';
import { unsavedTitles } from '#src/lib/unsaved-work.ts';

/** True if the signed-in person may change a term of these branches; the server decides. */
export function useOwnTerm(): (branchIds: readonly string[]) => boolean {
  const isWide = useStore(({ user }) => seesAllBranches(user.role));
  const own = useStore(({ user }) => user.userData?.branchId);
  return (branchIds) => isWide || (branchIds.length === 1 && branchIds[0] === own);
}

/** Sends a write of one term, and shows its answer on the whole device. */
export function useSendTerm({ _id }: AcademicTerm) {
  const client = useQueryClient();
  return {
    send: (what: 'status' | 'point', body: object, key: string) =>
      api.post<AcademicTerm>(`${academicTerms.path}/${_id}/${what}`, body, withIdempotency(key)),
    /** Call it after a refusal: the next try needs the term as it is now. */
    renew: () => void client.invalidateQueries({ queryKey: [academicTerms.name, 'record', _id] }),
    show: async (row: AcademicTerm) => {
      client.setQueryData([academicTerms.name, 'record', _id], row);
      await keepRow(client, academicTerms, row);
      // A pointer that moves here leaves another term.
      void client.invalidateQueries({ queryKey: listKey(academicTerms) });
    },
  };
}

/** A write of one term beside its form; afterwards the whole device shows the result. */
export function useTermWrite(term: AcademicTerm) {
  const { t } = useTranslation();
  const { send, show, renew } = useSendTerm(term);
  return async (what: 'status' | 'point', body: object): Promise<SaveResult<AcademicTerm>> => {
    // The form starts again from the answer, which would discard typed values.
    if (unsavedTitles().length > 0) {
      showToast('error', t('form.saveFirst'));
      return { outcome: 'dropped' };
    }
    const result = await saveOnce((key) => send(what, body, key));
    if (result.outcome === 'saved') await show(result.row);
    else renew();
    return result;
  };
}

/** A term as its form holds it: days in a row with one name are one holiday. */
export type TermRow = Omit<AcademicTerm, 'holidays'> & Pick<NewTermInput, 'opens' | 'holidays'>;
export const asRow = (term: AcademicTerm): TermRow => ({
  ...term,
  holidays: holidayRanges(term.holidays),
  opens: false,
});

const MAX_NAMED = 5;

/**
 * The questions about the effect of changed holidays on sessions; a change without effect asks
 * nothing.
 */
function useQuestions(ask: ReturnType<typeof useConfirm>['ask']) {
  const { t } = useTranslation('terms');
  const cancelling = async (
    { planned, held }: HolidaySessions,
    cancel: string,
  ): Promise<boolean> => {
    if (planned === 0) return true;
    const text = [t('cancelSessionsText'), held > 0 && t('heldStay', { count: held })]
      .filter(Boolean)
      .join(' ');
    return ask({
      title: t('cancelSessions', { count: planned }),
      text,
      confirm: t('cancelThem'),
      cancel,
    });
  };
  const returning = async (
    { returning: count, staying }: HolidaySessions,
    cancel: string,
  ): Promise<boolean> => {
    if (count + staying.length === 0) return true;
    const rest = staying.length > MAX_NAMED ? ` (+${staying.length - MAX_NAMED})` : '';
    const classes =
      staying
        .slice(0, MAX_NAMED)
        .map(({ classCode, date }) => `${classCode} ${showDay(date)}`)
        .join(', ') + rest;
    const text = [
      count > 0 && t('returnSessionsText'),
      staying.length > 0 && t('stayAway', { count: staying.length, classes }),
    ]
      .filter(Boolean)
      .join(' ');
    return ask({
      title: count > 0 ? t('returnSessions', { count }) : t('returnNone'),
      text,
      confirm: t(count > 0 ? 'bringThemBack' : 'saveSo'),
      cancel,
    });
  };
  return { cancelling, returning };
}

/**
 * Saves terms. Asks about sessions that changed holidays would cancel or restore, and sends the
 * agreement to the server.
 */
export function useTermSaver() {
  const { t } = useTranslation('common');
  const plain = useSaver(academicTerms);
  const { ask, dialog } = useConfirm();
  const questions = useQuestions(ask);
  const agreed = useRef({ confirmedSessions: 0, confirmedReturns: 0 });
  const add = useAddTerm();
  const saver: Saver<NewTermInput, TermRow> = {
    send: async ({ opens, ...input }, row, key) =>
      asRow(
        await (row
          ? api.put<AcademicTerm>(
              `${academicTerms.path}/${row._id}`,
              { ...input, version: row.version, ...agreed.current },
              withIdempotency(key),
            )
          : add({ ...input, opens }, key)),
      ),
    fetchLatest: async (_input, row) =>
      asRow(await api.get<AcademicTerm>(`${academicTerms.path}/${row._id}`)),
    onConfirmed: ({ opens: _opens, holidays, ...row }) =>
      plain.onConfirmed?.({ ...row, holidays: holidayDays(holidays) }),
  };
  const confirm = async (input: AcademicTermInput, row: TermRow | undefined): Promise<boolean> => {
    agreed.current = { confirmedSessions: 0, confirmedReturns: 0 };
    const [now, before] = [holidayDays(input.holidays), holidayDays(row?.holidays ?? [])];
    const without = (some: readonly HolidayDay[], others: readonly HolidayDay[]) =>
      some.flatMap(({ date }) => (others.some((other) => other.date === date) ? [] : date));
    const [days, gone] = [without(now, before), without(before, now)];
    if (!row || days.length + gone.length === 0) return true;
    // Without an answer the person has agreed to nothing, so the save itself reports the obstacles.
    const found = await api
      .get<HolidaySessions>(`${academicTerms.path}/${row._id}/sessions`, {
        query: { days: days.join(','), gone: gone.join(',') },
        quiet: true,
      })
      .catch(() => undefined);
    if (!found) return true;
    agreed.current = { confirmedSessions: found.planned, confirmedReturns: found.returning };
    const cancel = t('action.back');
    return (await questions.cancelling(found, cancel)) && questions.returning(found, cancel);
  };
  return { saver, confirm, dialog };
}
