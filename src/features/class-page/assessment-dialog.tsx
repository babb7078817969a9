import { Button } from '@chakra-ui/react/button';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { assessmentStatuses, assessmentTypes, type Assessment, type AssessmentInput } from '#contract/assessments.ts';
import { fieldErrorText } from '#contract/field-errors.ts';
import { Dialog } from '#src/components/feedback/dialog.tsx';
import { api } from '#src/lib/api.ts';
import { dayAsTyped, showDay } from '#src/lib/day.ts';
import { say } from '#src/lib/i18n.ts';
import { listKey } from '#src/lib/resource.ts';
import { saveOnce, settling } from '#src/lib/settle-write.ts';
import { showToast } from '#src/lib/toast.ts';
import { useCan } from '#src/lib/use-can.ts';
import { useLanguage } from '#src/lib/use-language.ts';
import { PlainField, PlainSelect } from '#src/theme/plain-field.tsx';
import styles from './scores.module.css';
import { scoresOf } from './class-queries.ts';
import pageStyles from './class-page.module.css';

type Texts = { name: string; type: AssessmentInput['type']; maxScore: string; weight: string; date: string; status: AssessmentInput['status'] };

const textsOf = (row: Assessment | undefined, weight: number): Texts => ({
  ...{ name: row?.name ?? '', type: row?.type ?? 'quiz', maxScore: String(row?.maxScore ?? 20), weight: String(row?.weight ?? weight) },
  ...{ date: showDay(row?.date ?? null), status: row?.status ?? 'open' },
});

const numberIn = (text: string) => (text.trim() === '' ? null : Number(text.replace(',', '.')));

type Props = { classId: string; row: Assessment | undefined; others: readonly Assessment[]; mayWrite: boolean; onClose: () => void };

/** Sends one write of an assessment; answers what is wrong with its fields. */
function useAssessmentWrite({ classId, onClose }: Pick<Props, 'classId' | 'onClose'>) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [problems, setProblems] = useState<Record<string, string>>({});
  const write = async (send: (key: string) => Promise<Assessment>) => {
    const result = await saveOnce(send);
    if (result.outcome === 'dropped') return;
    if (result.outcome === 'saved') {
      showToast('success', t('saved'));
      await client.invalidateQueries({ queryKey: listKey(scoresOf(classId)) });
      return onClose();
    }
    if (result.outcome === 'invalid') return setProblems(result.fields);
    setProblems({ all: result.outcome === 'refused' ? result.reason : say(result.outcome === 'offline' ? 'offlineToast' : 'saveUnknown') });
  };
  return { problems, setProblems, write };
}

function UnlockBody({ reason, onReason, problem }: { reason: string; onReason: (reason: string) => void; problem: string | undefined }) {
  const { t } = useTranslation('class-page');
  return <PlainField label={t('scores.unlockReason')} required maxLength={200} value={reason} error={problem} onChange={({ target }) => onReason(target.value)} />;
}

/** Adds an assessment or changes it; the weights of the class are shown as they add up. One that is locked is only unlocked. */
export function AssessmentDialog({ classId, row, others, mayWrite, onClose }: Props) {
  const { t } = useTranslation(['class-page', 'common']);
  const language = useLanguage();
  const mayUnlock = useCan('assessments:unlock');
  const left = 100 - others.reduce((sum, one) => sum + one.weight, 0);
  const [texts, setTexts] = useState(() => textsOf(row, Math.min(left, 20)));
  const [reason, setReason] = useState('');
  const { problems, setProblems, write } = useAssessmentWrite({ classId, onClose });
  const isLocked = row?.status === 'locked';
  const isOpen = mayWrite && !isLocked;
  const set = (change: Partial<Texts>) => setTexts({ ...texts, ...change });
  const save = () => {
    if (isLocked) {
      if (reason.trim() === '') return setProblems({ reason: fieldErrorText('reasonNeeded', language) });
      return void write((key) => api.post(`/assessments/${row._id}/unlock`, { version: row.version, reason }, { ...settling(key), quiet: true }));
    }
    const body = { ...texts, maxScore: numberIn(texts.maxScore), weight: numberIn(texts.weight) ?? 0, date: dayAsTyped(texts.date) };
    const options = (key: string) => ({ ...settling(key), quiet: true });
    return void write((key) => (row ? api.put(`/assessments/${row._id}`, { ...body, version: row.version }, options(key)) : api.post(`/classes/${classId}/assessments`, body, options(key))));
  };
  const canSave = mayWrite && (!isLocked || mayUnlock);
  const field = (name: 'name' | 'maxScore' | 'weight' | 'date', help?: string) => (
    <PlainField label={t(`scores.field.${name}`)} required={isOpen && (name === 'name' || name === 'maxScore')} help={help} value={texts[name]} error={problems[name]} readOnly={!isOpen} inputMode={name === 'name' ? 'text' : 'decimal'} onChange={({ target }) => set({ [name]: target.value })} />
  );
  return (
    <Dialog
      title={row ? row.name : t('scores.add')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t(canSave ? 'common:action.cancel' : 'common:action.close')}</Button>
          {canSave && (
            <Button variant="solid" onClick={save}>
              {t(isLocked ? 'scores.unlock' : 'common:action.save')}
            </Button>
          )}
        </>
      }
    >
      {problems['all'] !== undefined && <p role="alert" className={pageStyles.note}>{problems['all']}</p>}
      {isLocked && <p className={pageStyles.note}>{t('scores.isLocked')}</p>}
      {isLocked && mayUnlock && <UnlockBody reason={reason} onReason={setReason} problem={problems['reason']} />}
      <div className={styles.fields}>
        {field('name')}
        <PlainSelect label={t('scores.field.type')} value={texts.type} disabled={!isOpen} onChange={({ target }) => set({ type: target.value as Texts['type'] })}>
          {assessmentTypes.map((type) => (
            <option key={type} value={type}>
              {t(`scores.types.${type}`)}
            </option>
          ))}
        </PlainSelect>
        <PlainSelect label={t('scores.field.status')} value={texts.status} disabled={!isOpen} onChange={({ target }) => set({ status: target.value as Texts['status'] })}>
          {assessmentStatuses.map((status) => (
            <option key={status} value={status}>
              {t(`scores.states.${status}`)}
            </option>
          ))}
        </PlainSelect>
        {field('maxScore')}
        {field('weight', t('scores.weights', { sum: 100 - left + (numberIn(texts.weight) ?? 0) }))}
        {field('date')}
      </div>
    </Dialog>
  );
}
