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
import { seesAllBranches } from '#contract/roles.ts';
import { Button } from '#src/components/kit/button.tsx';
import { Dialog } from '#src/components/kit/dialog.tsx';
import { Mark } from '#src/components/kit/mark.tsx';
import { PlainField } from '#src/components/kit/plain-field.tsx';
import { Note } from '#src/components/kit/note.tsx';
import { Toolbar } from '#src/components/kit/toolbar.tsx';
import { useStore } from '#src/lib/store.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { useOwnTerm, useTermWrite } from './term-queries.ts';
import { termTones } from '#src/entities/term/term-words.ts';

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

/**
 * Current term and term for enrolment: the centre has one of each. A button appears if this term
 * can become it.
 */
function Pointers({ term }: { term: AcademicTerm }) {
  const { t } = useTranslation('terms');
  const write = useTermWrite(term);
  const isWide = useStore(({ user }) => seesAllBranches(user.role));
  const mayPoint = useCan('academic-terms:point') && (isWide || term.branchIds.length === 0);
  const canHold = mayPoint && (pointableStatuses as readonly TermStatus[]).includes(term.status);
  const words = {
    isCurrent: [t('current'), t('makeCurrent')],
    isEnrolmentDefault: [t('enrolment'), t('makeEnrolment')],
  } satisfies Record<TermPointer, [string, string]>;
  return Object.entries(words).map(([pointer, [held, make]]) =>
    term[pointer as TermPointer] ? (
      <Mark key={pointer} tone="on" label={held} />
    ) : (
      canHold && (
        <Button key={pointer} onClick={() => void write('point', { pointer })}>
          {make}
        </Button>
      )
    ),
  );
}

/** The status of a term, its next step, and its role as current term or term for enrolment. */
export function TermState({ term }: { term: AcademicTerm }) {
  const { t } = useTranslation('terms');
  const write = useTermWrite(term);
  const isOwn = useOwnTerm();
  const mayStep = useCan(academicTermsList.write) && isOwn(term.branchIds);
  const [back, setBack] = useState<TermStatus>();
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
              <Button
                key={to}
                onClick={() => void write('status', { version: term.version, status: to })}
              >
                {t(`step.${to as Exclude<TermStatus, 'draft'>}`)}
              </Button>
            ),
          )}
        </Toolbar>
      </Note>
      {back && <StepBackDialog term={term} to={back} onClose={() => setBack(undefined)} />}
    </section>
  );
}
