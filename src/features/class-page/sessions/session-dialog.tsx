import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClassSession, SchoolClass } from '#contract/classes/classes.ts';
import { roomsList } from '#contract/courses/rooms-list.ts';
import { teachersList } from '#contract/people/teachers-list.ts';
import { Dialog } from '#src/components/kit/dialog.tsx';
import { Button } from '#src/components/kit/button.tsx';
import { PlainField, PlainSelect } from '#src/components/kit/plain-field.tsx';
import { dayAsTyped } from '#src/lib/text/typed-day.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';
import { currentName } from '#src/lib/text/person-name.ts';
import styles from '#src/features/class-page/class-page.module.css';
import { useSessionWords } from './session-words.ts';
import { sessionClashText, useSessionClashes } from './use-session-clashes.ts';
import {
  useSessionChange,
  ways,
  type SessionProblems,
  type SessionTexts,
  type SessionWay,
} from './use-session-change.ts';

type PartProps = {
  ofClass: SchoolClass;
  session: ClassSession;
  texts: SessionTexts;
  set: (change: Partial<SessionTexts>) => void;
  problems: SessionProblems;
  clashWords: (kind: 'teacher' | 'room') => string | undefined;
};

function MoveFields({ ofClass, texts, set, problems, clashWords }: PartProps) {
  const { t } = useTranslation('class-page');
  const all = useCachedList(roomsList, { quiet: true, sort: 'name' }).rows ?? [];
  const own = all.filter(
    (room) => room.branchId === ofClass.branchId && (room.active || room._id === texts.roomId),
  );
  const field = (name: 'date' | 'start' | 'end', error = problems[name]) => (
    <PlainField
      label={t(`sessions.field.${name}`)}
      required
      dir="ltr"
      inputMode="numeric"
      autoComplete="off"
      value={texts[name]}
      error={error}
      onChange={({ target }) => set({ [name]: target.value })}
    />
  );
  return (
    <>
      <div className={styles.times}>
        {field('date')}
        {field('start', problems['start'] ?? clashWords('teacher'))}
        {field('end')}
      </div>
      <PlainSelect
        label={t('sessions.room')}
        value={texts.roomId}
        error={problems['roomId'] ?? clashWords('room')}
        onChange={({ target }) => set({ roomId: target.value })}
      >
        <option value="">{t('head.none')}</option>
        {own.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
      </PlainSelect>
    </>
  );
}

function SubstituteField({ ofClass, session, texts, set, problems, clashWords }: PartProps) {
  const { t } = useTranslation('class-page');
  const all = useCachedList(teachersList, { quiet: true, sort: 'firstName' }).rows ?? [];
  const isFit = ({ _id, branchIds, status }: (typeof all)[number]) =>
    branchIds.includes(ofClass.branchId) &&
    status === 'active' &&
    _id !== session.teacherId &&
    !ofClass.assistantIds.includes(_id);
  return (
    <PlainSelect
      label={t('sessions.field.teacherId')}
      required
      value={texts.teacherId}
      error={problems['teacherId'] ?? clashWords('teacher')}
      onChange={({ target }) => set({ teacherId: target.value })}
    >
      <option value="">{t('sessions.choose')}</option>
      {all.filter(isFit).map((teacher) => (
        <option key={teacher._id} value={teacher._id}>
          {teacher._id === ofClass.teacherId
            ? t('sessions.ownTeacher', { name: currentName(teacher) })
            : currentName(teacher)}
        </option>
      ))}
    </PlainSelect>
  );
}

/** An admin may accept a clash, with a reason; everybody else is told who may. */
export function OverrideField({
  problems,
  value,
  onChange,
}: {
  problems: SessionProblems;
  value: string;
  onChange: (value: string) => void;
}) {
  const { t } = useTranslation('class-page');
  const mayOverride = useCan('classes:override');
  if (!mayOverride) return <p className={styles.hint}>{t('sessions.askAdmin')}</p>;
  return (
    <PlainField
      label={t('sessions.field.overrideReason')}
      help={t('sessions.overrideHint')}
      maxLength={200}
      value={value}
      error={problems['overrideReason']}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

/** The fields of the selected change. */
function wantedOf(
  way: SessionWay | undefined,
  {
    teacherId,
    assistantIds,
    texts,
    session,
  }: {
    teacherId: string | null;
    assistantIds: readonly string[];
    texts: SessionTexts;
    session: ClassSession;
  },
) {
  if (way === 'move') {
    const teacherIds = [...(teacherId === null ? [] : [teacherId]), ...assistantIds];
    return {
      date: dayAsTyped(texts.date),
      start: texts.start,
      end: texts.end,
      teacherIds,
      roomId: texts.roomId || null,
    };
  }
  if (way !== 'substitute' || texts.teacherId === '') return undefined;
  return {
    date: session.date,
    start: session.start,
    end: session.end,
    teacherIds: [texts.teacherId],
    roomId: null,
  };
}

/** Moves one session, gives it to a substitute, or cancels it; the class's other sessions stay. */
export function SessionDialog({
  session,
  ofClass,
  onClose,
}: {
  session: ClassSession;
  ofClass: SchoolClass;
  onClose: () => void;
}) {
  const { t } = useTranslation(['class-page', 'common']);
  const words = useSessionWords();
  const { texts, way, set, draft, problems, isRefused, refusal, isSaving, send, forget } =
    useSessionChange(session, { keepsDraft: true, onDone: onClose });
  const clashes = useSessionClashes(
    ofClass,
    wantedOf(way, {
      teacherId: session.teacherId,
      assistantIds: ofClass.assistantIds,
      texts,
      session,
    }),
  );
  const form = useRef<HTMLFormElement>(null);
  useEffect(
    () => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
    [refusal],
  );
  const choose = (one: SessionWay) => {
    set({ way: one });
    forget();
  };
  const clashWords = (kind: 'teacher' | 'room') => {
    const text = sessionClashText(clashes, kind);
    return text === '' ? undefined : t('sessions.taken', { who: text });
  };
  const submit = () =>
    way && void send(way, { ...texts, date: dayAsTyped(texts.date), roomId: texts.roomId || null });
  const part = { ofClass, session, texts, set, problems, clashWords };
  const isBlocked = way !== 'cancel' && (clashes.length > 0 || isRefused);
  return (
    <Dialog
      title={t('sessions.changeTitle')}
      description={`${words.day(session)}, ${words.times(session)}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common:action.close')}</Button>
          <Button
            look="solid"
            type="submit"
            form="session-change"
            disabled={way === undefined || isSaving}
          >
            {t(way === undefined ? 'sessions.change' : `sessions.do.${way}`)}
          </Button>
        </>
      }
    >
      {draft.question && (
        <draft.question.Panel
          savedAt={draft.question.savedAt}
          isPerhapsSaved={draft.question.isPerhapsSaved}
          onResume={draft.question.resume}
          onDiscard={draft.question.discard}
        />
      )}
      <form
        id="session-change"
        ref={form}
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <div role="radiogroup" aria-label={t('sessions.changeTitle')} className={styles.ways}>
          {ways.map((one) => (
            <label key={one} className={styles.way}>
              <input
                type="radio"
                name="way"
                value={one}
                checked={way === one}
                onChange={() => choose(one)}
              />
              {t(`sessions.way.${one}`)}
            </label>
          ))}
        </div>
        {way === 'move' && <MoveFields {...part} />}
        {way === 'substitute' && <SubstituteField {...part} />}
        {way && (
          <PlainField
            label={t('sessions.field.reason')}
            required={way === 'cancel'}
            maxLength={200}
            value={texts.reason}
            error={problems['reason']}
            onChange={({ target }) => set({ reason: target.value })}
          />
        )}
        {isBlocked && (
          <OverrideField
            problems={problems}
            value={texts.overrideReason}
            onChange={(overrideReason) => set({ overrideReason })}
          />
        )}
        {problems['all'] !== undefined && (
          <p role="alert" className={styles.problem}>
            {problems['all']}
          </p>
        )}
      </form>
    </Dialog>
  );
}
