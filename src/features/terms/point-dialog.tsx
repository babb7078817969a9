import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import type { AcademicTerm } from '#contract/courses/academic-terms.ts';
import type { TermPointer } from '#contract/courses/term-rules.ts';
import { date, optionalDate } from '#contract/fields.ts';
import { DateField } from '#src/components/fields/date-field.tsx';
import { DialogForm } from '#src/components/form/dialog-form.tsx';
import { today } from '#src/lib/text/today.ts';
import { useSendTerm } from './term-queries.ts';

const pointForm = z.object({ day: date });
const openForm = z.object({ defaultFrom: optionalDate });

type PointDialogProps = { term: AcademicTerm; pointer: TermPointer; onClose: () => void };

/** Asks for the last day of a fixed current term, or for the first day of the default. */
export function PointDialog({ term, pointer, onClose }: PointDialogProps) {
  const { t } = useTranslation(['terms', 'common']);
  const { send, show } = useSendTerm(term);
  const isCurrent = pointer === 'currentUntil';
  return (
    <DialogForm
      title={t(isCurrent ? 'makeCurrent' : 'makeEnrolment')}
      description={t(isCurrent ? 'makeCurrentText' : 'makeEnrolmentText')}
      schema={pointForm}
      values={{ day: isCurrent ? term.endDate : today() }}
      submit={t('common:action.save')}
      send={({ day }, key) => send('point', { pointer, day }, key)}
      onSaved={async (row) => {
        await show(row);
        onClose();
      }}
      onClose={onClose}
    >
      {(field) => <DateField {...field('day')} label={t(isCurrent ? 'untilDay' : 'fromDay')} />}
    </DialogForm>
  );
}

/**
 * Opens a term for enrolment; the default for enrolment moves on a day that is set here, or not.
 */
export function OpenTermDialog({ term, onClose }: { term: AcademicTerm; onClose: () => void }) {
  const { t } = useTranslation('terms');
  const { send, show } = useSendTerm(term);
  return (
    <DialogForm
      title={t('step.open')}
      description={t('openText')}
      schema={openForm}
      values={{ defaultFrom: null }}
      submit={t('step.open')}
      send={({ defaultFrom }, key) =>
        send('status', { version: term.version, status: 'open', defaultFrom }, key)
      }
      onSaved={async (row) => {
        await show(row);
        onClose();
      }}
      onClose={onClose}
    >
      {(field) => (
        <DateField {...field('defaultFrom')} label={t('defaultFrom')} help={t('defaultFromHelp')} />
      )}
    </DialogForm>
  );
}
