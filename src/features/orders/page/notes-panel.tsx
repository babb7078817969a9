import { CircleHelp } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderPage } from '#contract/orders/order-page.ts';
import type { PaymentNote } from '#contract/money/verify.ts';
import { DOT } from '#contract/words/dot.ts';
import { Button } from '#src/components/kit/button.tsx';
import { PlainField } from '#src/components/kit/plain-field.tsx';
import { PanelList, Panel } from '#src/components/kit/panel.tsx';
import { useOrderChanged } from '#src/features/orders/orders-queries.ts';
import { api } from '#src/lib/request/api.ts';
import { showFailure } from '#src/lib/request/failure-text.ts';
import { saveOnce, withIdempotency } from '#src/lib/request/save.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { showToast } from '#src/lib/toast.ts';
import { shortMoment } from '#src/lib/text/format.ts';

/** A question about a slip, with its answer or a field for it. */
function Question({ note, reference }: { note: PaymentNote; reference: string }) {
  const { t } = useTranslation('orders');
  const changed = useOrderChanged();
  const writes = useCan('orders:write');
  const [answer, setAnswer] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const send = async () => {
    if (answer.trim() === '') return setAsked(true);
    setBusy(true);
    const result = await saveOnce((key) =>
      api.post(
        `/payment-notes/${note._id}/answer`,
        { answer: answer.trim() },
        { ...withIdempotency(key), quiet: true },
      ),
    );
    setBusy(false);
    if (result.outcome === 'saved') showToast('success', t('notes.answered'));
    else showFailure(result);
    return changed();
  };
  return (
    <li>
      <span>{t('notes.asks', { reference, text: note.text })}</span>
      <small>{`${shortMoment(note.at)}${DOT}${note.by}`}</small>
      {note.answeredAt !== null && (
        <span>
          {t('notes.answer', {
            text: note.answer,
            by: note.answeredBy,
            at: shortMoment(note.answeredAt),
          })}
        </span>
      )}
      {note.answeredAt === null && writes && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void send();
          }}
        >
          <PlainField
            label={t('notes.yourAnswer')}
            required
            maxLength={300}
            value={answer}
            error={isAsked && answer.trim() === '' ? t('notes.needed') : undefined}
            onChange={(event) => setAnswer(event.target.value)}
          />
          <Button look="solid" type="submit" disabled={isBusy}>
            {t('notes.send')}
          </Button>
        </form>
      )}
    </li>
  );
}

/** Finance's questions about the slips of the order; anybody who knows may answer here. */
export function NotesPanel({ order: { notes, payments } }: { order: OrderPage }) {
  const { t } = useTranslation('orders');
  const questions = notes.filter(({ kind }) => kind === 'question');
  if (questions.length === 0) return null;
  return (
    <Panel
      id="order-notes"
      title={
        <>
          <CircleHelp aria-hidden size={16} /> {t('notes.title')}
        </>
      }
    >
      <PanelList>
        {questions.map((note) => (
          <Question
            key={note._id}
            note={note}
            reference={payments.find(({ _id }) => _id === note.paymentId)?.reference ?? ''}
          />
        ))}
      </PanelList>
    </Panel>
  );
}
