import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { academicTerms, type AcademicTerm, type AcademicTermInput } from '#contract/academic-terms.ts';
import type { HolidaySessions } from '#contract/term-rules.ts';
import { seesAllBranches } from '#contract/roles.ts';
import { useConfirm } from '#src/components/feedback/confirm-dialog.tsx';
import { api } from '#src/lib/api.ts';
import { keepRow, useSaver } from '#src/lib/resource.ts';
import { saveOnce, settling, type Saver } from '#src/lib/settle-write.ts';
import { useStore } from '#src/lib/store.ts';

/** Whether the signed-in person may change a term of these branches; the server decides. */
export function useOwnTerm(): (branchIds: readonly string[]) => boolean {
  const isWide = useStore(({ user }) => seesAllBranches(user.role));
  const own = useStore(({ user }) => user.userData?.branchId);
  return (branchIds) => isWide || (branchIds.length === 1 && branchIds[0] === own);
}

/** A write of one term beside its form; afterwards everybody on this device shows what came of it. */
export function useTermWrite({ _id }: AcademicTerm) {
  const client = useQueryClient();
  return async (what: 'status' | 'point', body: object) => {
    const result = await saveOnce((key) => api.post<AcademicTerm>(`${academicTerms.path}/${_id}/${what}`, body, settling(key)));
    if (result.outcome === 'saved') {
      client.setQueryData([academicTerms.name, 'record', _id], result.row);
      await keepRow(client, academicTerms, result.row);
    }
    return result;
  };
}

/** Saves terms. What new holidays would cancel is asked about first, and told to the server as agreed. */
export function useTermSaver() {
  const { t } = useTranslation(['terms', 'common']);
  const plain = useSaver(academicTerms);
  const { ask, dialog } = useConfirm();
  const agreed = useRef(0);
  const saver: Saver<AcademicTermInput, AcademicTerm> = {
    ...plain,
    send: (input, row, key) =>
      row
        ? api.put(`${academicTerms.path}/${row._id}`, { ...input, version: row.version, confirmedSessions: agreed.current }, settling(key))
        : plain.send(input, row, key),
  };
  const confirm = async (input: AcademicTermInput, row: AcademicTerm | undefined): Promise<boolean> => {
    agreed.current = 0;
    const known = new Set(row?.holidays.map(({ date }) => date));
    const days = input.holidays.flatMap(({ date }) => (known.has(date) ? [] : date));
    if (!row || days.length === 0) return true;
    // Without an answer nothing is agreed to: the save then says itself what is in its way.
    const found = await api
      .get<HolidaySessions>(`${academicTerms.path}/${row._id}/sessions`, { query: { days: days.join(',') }, quiet: true })
      .catch(() => undefined);
    if (!found || found.planned === 0) return true;
    agreed.current = found.planned;
    return ask({
      title: t('cancelSessions', { count: found.planned }),
      text: [t('cancelSessionsText'), found.held > 0 && t('heldStay', { count: found.held })].filter(Boolean).join(' '),
      confirm: t('cancelThem'),
      cancel: t('common:action.back'),
    });
  };
  return { saver, confirm, dialog };
}
