import { useQuery } from '@tanstack/react-query';
import { Fragment, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cancelSums } from '#contract/orders/cancel-sums.ts';
import type { CancelPreview } from '#contract/classes/class-changes.ts';
import { classesList } from '#contract/classes/classes-list.ts';
import type { SchoolClass } from '#contract/classes/classes.ts';
import { fieldErrorText } from '#contract/field-errors.ts';
import { DOT } from '#contract/words/dot.ts';
import { Button } from '#src/components/kit/button.tsx';
import { Dialog } from '#src/components/kit/dialog.tsx';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import { PlainField, PlainSelect } from '#src/components/kit/plain-field.tsx';
import { api } from '#src/lib/request/api.ts';
import { failureText } from '#src/lib/request/failure-text.ts';
import { saveOnce, withIdempotency } from '#src/lib/request/save.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { usePersonName } from '#src/lib/text/person-name.ts';
import { CancelMoneyField, type SettledCancel } from './cancel-money-field.tsx';
import { chosenForAll, mayGo, type Chosen } from './choose-for-all.ts';
import { useTimesInWords } from '#src/entities/class/class-words.ts';
import styles from './classes.module.css';

type CancelProps = {
  row: SchoolClass;
  onClose: () => void;
  onDone: (row: SchoolClass) => void;
  onRefused: () => void;
};

/** The value of the common choice while the students have different ones. */
const MIXED = 'mixed';

type StudentsProps = { preview: CancelPreview; chosen: Chosen; choose: (chosen: Chosen) => void };

/** Sets the same choice for all students. */
function EverybodyField({ preview, chosen, choose }: StudentsProps) {
  const { t } = useTranslation('classes');
  const places = new Set(preview.students.map(({ enrolmentId }) => chosen[enrolmentId] ?? ''));
  const isMixed = places.size > 1;
  return (
    <PlainSelect
      label={t('cancel.everybody')}
      value={isMixed ? MIXED : [...places][0]}
      onChange={({ target }) => choose(chosenForAll(preview, chosen, target.value))}
    >
      {isMixed && (
        <option value={MIXED} disabled>
          {t('cancel.mixed')}
        </option>
      )}
      <option value="">
        {t(
          preview.students.every(({ money }) => money === null)
            ? 'cancel.withdraw'
            : 'cancel.leave',
        )}
      </option>
      {preview.targets.map(({ _id, classCode, seatsLeft }) => (
        <option key={_id} value={_id} disabled={seatsLeft <= 0}>
          {t('cancel.allTo', { classCode, count: seatsLeft })}
        </option>
      ))}
    </PlainSelect>
  );
}

/** Every student with the choice for them; the shown seats include the choices made here. */
function Students({
  preview,
  chosen,
  choose,
  settled,
  settle,
}: StudentsProps & {
  settled: Readonly<Record<string, SettledCancel>>;
  settle: (enrolmentId: string, to: SettledCancel) => void;
}) {
  const { t } = useTranslation('classes');
  const timesInWords = useTimesInWords();
  const nameOf = usePersonName();
  const sums = cancelSums(preview, chosen);
  const leftOf = (_id: string, seatsLeft: number) =>
    seatsLeft - Object.values(chosen).filter((to) => to === _id).length;
  return (
    <>
      {preview.students.length > 1 && preview.targets.length > 0 && (
        <EverybodyField preview={preview} chosen={chosen} choose={choose} />
      )}
      {preview.students.map(({ enrolmentId, studentCode, nickname, ...student }) => (
        <Fragment key={enrolmentId}>
          <PlainSelect
            label={`${nameOf(student)}${nickname ? ` (${nickname})` : ''}${DOT}${studentCode}`}
            value={chosen[enrolmentId] ?? ''}
            onChange={({ target }) => choose({ ...chosen, [enrolmentId]: target.value })}
          >
            <option value="">
              {t(student.money === null ? 'cancel.withdraw' : 'cancel.leave')}
            </option>
            {preview.targets.map(({ _id, classCode, slots, seatsLeft }) => {
              const left = leftOf(_id, seatsLeft);
              return (
                <option
                  key={_id}
                  value={_id}
                  disabled={!mayGo(student, _id) || (left <= 0 && chosen[enrolmentId] !== _id)}
                >
                  {mayGo(student, _id)
                    ? t('cancel.moveTo', { classCode, times: timesInWords(slots), count: left })
                    : t('cancel.noPrice', { classCode })}
                </option>
              );
            })}
          </PlainSelect>
          <CancelMoneyField
            money={student.money}
            sums={sums.get(enrolmentId)}
            name={nameOf(student)}
            to={preview.targets.find(({ _id }) => _id === chosen[enrolmentId])}
            settled={settled[enrolmentId] ?? null}
            onSettle={(to) => settle(enrolmentId, to)}
          />
        </Fragment>
      ))}
    </>
  );
}

/** Cancels a class; each student must have a choice, so that nobody is forgotten. */
export function CancelClassDialog({ row, onClose, onDone, onRefused }: CancelProps) {
  const { t } = useTranslation(['classes', 'common', 'leaving']);
  const language = useLanguage();
  const mayOverride = useCan('classes:override');
  const preview = useQuery({
    queryKey: [classesList.name, 'cancel-preview', row._id],
    queryFn: ({ signal }) =>
      api.get<CancelPreview>(`${classesList.path}/${row._id}/cancel-preview`, {
        signal,
        quiet: true,
      }),
    gcTime: 0,
  });
  const [choices, setChosen] = useState<Chosen>({});
  const [settled, setSettled] = useState<Readonly<Record<string, SettledCancel>>>({});
  const [reason, setReason] = useState('');
  const [overrideReason, setOverrideReason] = useState('');
  const [problem, setProblem] = useState<string>();
  const [reasonMissing, setReasonMissing] = useState(false);
  const [isSending, setSending] = useState(false);
  const reasonField = useRef<HTMLDivElement>(null);
  // After a refusal a class may be offered no longer; its students then stay without one.
  const offered = new Set(preview.data?.targets.map(({ _id }) => _id));
  const chosen = Object.fromEntries(Object.entries(choices).filter(([, to]) => offered.has(to)));
  const send = async () => {
    if (!preview.data) return;
    setReasonMissing(reason.trim() === '');
    if (reason.trim() === '') return reasonField.current?.querySelector('input')?.focus();
    setSending(true);
    const students = preview.data.students.map(({ enrolmentId, money }) => ({
      enrolmentId,
      toClassId: chosen[enrolmentId] || null,
      settlement: money === null ? null : (settled[enrolmentId] ?? 'credit'),
    }));
    const body = { version: row.version, reason, students, overrideReason };
    const result = await saveOnce((key) =>
      api.post<SchoolClass>(`${classesList.path}/${row._id}/cancel`, body, {
        ...withIdempotency(key),
        quiet: true,
      }),
    );
    setSending(false);
    if (result.outcome === 'saved') return onDone(result.row);
    void preview.refetch();
    onRefused();
    return setProblem(failureText(result));
  };
  const { sessions, waiting, students } = preview.data ?? { sessions: 0, waiting: 0, students: [] };
  const meaning = [
    t('cancel.sessions', { count: sessions }),
    waiting > 0 ? t('cancel.waiting', { count: waiting }) : '',
    students.length > 0 ? t('cancel.choose') : '',
  ]
    .filter(Boolean)
    .join(' ');
  return (
    <Dialog
      title={t('cancel.title', { classCode: row.classCode })}
      description={preview.data ? meaning : preview.isError ? t('failed.one') : t('cancel.loading')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel.keep')}</Button>
          <Button
            look="solid"
            tone="danger"
            disabled={isSending || !preview.data}
            onClick={() => void send()}
          >
            {t('cancel.action')}
          </Button>
        </>
      }
    >
      <div className={styles.scroll}>
        <div ref={reasonField}>
          <PlainField
            label={t('cancel.reason')}
            maxLength={200}
            required
            value={reason}
            error={
              reasonMissing && reason.trim() === ''
                ? fieldErrorText('reasonNeeded', language)
                : undefined
            }
            onChange={({ target }) => setReason(target.value)}
          />
        </div>
        {preview.data && (
          <Students
            preview={preview.data}
            chosen={chosen}
            choose={setChosen}
            settled={settled}
            settle={(enrolmentId, to) => setSettled((before) => ({ ...before, [enrolmentId]: to }))}
          />
        )}
        {preview.data &&
          preview.data.refundPolicy !== '' &&
          preview.data.students.some(({ money }) => money !== null) && (
            <p>{t('leaving:policy', { text: preview.data.refundPolicy })}</p>
          )}
        {mayOverride && problem !== undefined && (
          <PlainField
            label={t('overrideReason')}
            maxLength={200}
            value={overrideReason}
            onChange={({ target }) => setOverrideReason(target.value)}
          />
        )}
      </div>
      <ErrorText role="alert">{problem}</ErrorText>
    </Dialog>
  );
}
