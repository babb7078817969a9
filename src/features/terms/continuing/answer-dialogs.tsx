import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import type { HeldPlace } from '#contract/classes/continuing-replies.ts';
import { addDays } from '#contract/dates.ts';
import { date, text } from '#contract/fields.ts';
import { DateField } from '#src/components/fields/date-field.tsx';
import { TextField } from '#src/components/fields/text-field.tsx';
import { DialogForm } from '#src/components/form/dialog-form.tsx';
import { showDay } from '#src/lib/text/day.ts';
import { usePersonName } from '#src/lib/text/person-name.ts';
import { today } from '#src/lib/text/today.ts';
import { answerWrites } from './use-held-families.ts';

type AnswerDialogProps = {
  termId: string;
  place: HeldPlace;
  refresh: () => Promise<void>;
  onClose: () => void;
};

const noForm = z.object({ reason: text(200) });
const laterForm = z.object({ laterOn: date });

/** A no with its reason: the seat is free at once. */
export function NoDialog({ termId, place, refresh, onClose }: AnswerDialogProps) {
  const { t } = useTranslation('terms');
  const nameOf = usePersonName();
  return (
    <DialogForm
      title={t('answers.noOf', { name: nameOf(place) })}
      description={t('answers.noText', { classCode: place.classCode })}
      schema={noForm}
      values={{ reason: '' }}
      submit={t('answers.free')}
      isHarmful
      send={({ reason }, key) => answerWrites(termId).answer(place, { answer: 'no', reason }, key)}
      onSaved={async () => {
        await refresh();
        onClose();
      }}
      onClose={onClose}
    >
      {(field) => <TextField {...field('reason')} label={t('reason')} />}
    </DialogForm>
  );
}

/** The day on which the family is asked again, while the seat is held. */
export function LaterDialog({ termId, place, refresh, onClose }: AnswerDialogProps) {
  const { t } = useTranslation('terms');
  const nameOf = usePersonName();
  const tomorrow = addDays(today(), 1);
  return (
    <DialogForm
      title={t('answers.laterOf', { name: nameOf(place) })}
      description={t('answers.laterText', { day: showDay(place.until) })}
      schema={laterForm}
      values={{ laterOn: tomorrow < place.until ? tomorrow : place.until }}
      submit={t('answers.save')}
      send={({ laterOn }, key) =>
        answerWrites(termId).answer(place, { answer: 'later', laterOn }, key)
      }
      onSaved={async () => {
        await refresh();
        onClose();
      }}
      onClose={onClose}
    >
      {(field) => <DateField {...field('laterOn')} label={t('answers.askAgain')} />}
    </DialogForm>
  );
}
