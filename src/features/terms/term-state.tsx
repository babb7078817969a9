import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldErrorText } from '#contract/field-errors.ts';
import { academicTermsList } from '#contract/courses/academic-terms-list.ts';
import type { AcademicTerm, TermStatus } from '#contract/courses/academic-terms.ts';
import {
  isStepBack,
  pointableStatuses,
  termSteps,
  type TermPointer,
} from '#contract/courses/term-rules.ts';
import { Button } from '#src/components/kit/button.tsx';
import { Dialog } from '#src/components/kit/dialog.tsx';
import { Mark } from '#src/components/kit/mark.tsx';
import { PlainField } from '#src/components/kit/plain-field.tsx';
import { Note } from '#src/components/kit/note.tsx';
import { Toolbar } from '#src/components/kit/toolbar.tsx';
import { useCan } from '#src/lib/session/use-can.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { useOwnTerm, useTermWrite } from './term-queries.ts';
import { termTones } from '#src/entities/term/term-words.ts';
import { useTermMarks } from '#src/entities/term/use-term-marks.ts';
import { OpenTermDialog, PointDialog } from './point-dialog.tsx';

type StepBackProps = { term: AcademicTerm; to: TermStatus; onClose: () => void };

/** Asks for the reason of a step back, and sends it. */
function StepBackDialog({ term, to, onClose }: StepBackProps) {
  const { t } = useTranslation(['terms', 'common']);
  const language = useLanguage();
  const write = useTermWrite(term);
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const title = t('stepBack', { status: t(`statuses.${to}`) });
  const save = async () => {
    if (reason.trim() === '') return setError(fieldErrorText('reasonNeeded', language));
    const result = await write('status', { version: term.version, status: to, reason });
    if (result.outcome === 'saved') onClose();
  };
  return (
    <Dialog
      title={title}
      description={t('stepBackText', { from: t(`statuses.${term.status}`) })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button look="solid" onClick={() => void save()}>
            {title}
          </Button>
        </>
      }
    >
      <PlainField
        label={t('reason')}
        value={reason}
        maxLength={200}
        required
        error={error}
        onChange={(event) => setReason(event.target.value)}
      />
    </Dialog>
  );
}

/** The days of both pointers; only a superadmin sets them, because they are for all branches. */
function Pointers({ term }: { term: AcademicTerm }) {
  const { t } = useTranslation('terms');
  const write = useTermWrite(term);
  const marks = useTermMarks()(term);
  const mayPoint = useCan('academic-terms:point');
  const canHold = mayPoint && (pointableStatuses as readonly TermStatus[]).includes(term.status);
  const [asked, setAsked] = useState<TermPointer>();
  return (
    <>
      {marks.map((label) => (
        <Mark key={label} tone="on" label={label} />
      ))}
      {canHold && (
        <>
          <Button onClick={() => setAsked('currentUntil')}>{t('makeCurrent')}</Button>
          <Button onClick={() => setAsked('defaultFrom')}>{t('makeEnrolment')}</Button>
          {term.currentUntil !== null && (
            <Button onClick={() => void write('point', { pointer: 'currentUntil', day: null })}>
              {t('followCalendar')}
            </Button>
          )}
        </>
      )}
      {asked && <PointDialog term={term} pointer={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

/** The status of a term, its next step, and its role as current term or term for enrolment. */
export function TermState({ term }: { term: AcademicTerm }) {
  const { t } = useTranslation('terms');
  const write = useTermWrite(term);
  const isOwn = useOwnTerm();
  const mayStep = useCan(academicTermsList.write) && isOwn(term.branchIds);
  const mayPoint = useCan('academic-terms:point');
  const [back, setBack] = useState<TermStatus>();
  const [opening, setOpening] = useState(false);
  const go = (status: TermStatus) =>
    status === 'open' && mayPoint
      ? setOpening(true)
      : void write('status', { version: term.version, status });
  const steps: readonly TermStatus[] = mayStep ? termSteps[term.status] : [];
  return (
    <section aria-label={t('section.state')}>
      <Note>
        <Mark tone={termTones[term.status]} label={t(`statuses.${term.status}`)} />
        <Pointers term={term} />
        <Toolbar>
          {steps.toReversed().map((to) =>
            isStepBack(term.status, to) ? (
              <Button key={to} onClick={() => setBack(to)}>
                {t('stepBack', { status: t(`statuses.${to}`) })}
              </Button>
            ) : (
              <Button key={to} onClick={() => go(to)}>
                {t(`step.${to as Exclude<TermStatus, 'draft'>}`)}
              </Button>
            ),
          )}
        </Toolbar>
      </Note>
      {opening && <OpenTermDialog term={term} onClose={() => setOpening(false)} />}
      {back && <StepBackDialog term={term} to={back} onClose={() => setBack(undefined)} />}
    </section>
  );
}
