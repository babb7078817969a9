import { useTranslation } from 'react-i18next';
import type { Erasure } from '#contract/people/personal-data.ts';
import { hindranceWords } from '#contract/words/erasure-words.ts';
import { DOT } from '#contract/words/dot.ts';
import { Button } from '#src/components/kit/button.tsx';
import { useConfirm } from '#src/components/kit/dialog.tsx';
import { Fact, Facts } from '#src/components/kit/facts.tsx';
import { Stack } from '#src/components/kit/layout.tsx';
import { Note } from '#src/components/kit/note.tsx';
import { Toolbar } from '#src/components/kit/toolbar.tsx';
import { formatDateTime } from '#src/lib/text/format.ts';
import { useOnline } from '#src/offline/use-online.ts';
import { stepErasure, useReadAgain } from './personal-data-queries.ts';

/** What stands in the way, in one sentence of the reader's language. */
export function Hindrances({ of }: { of: Erasure['hindrances'] }) {
  const { t, i18n } = useTranslation('personal-data');
  if (of.length === 0) return null;
  const words = of.map((one) => hindranceWords[one][i18n.language === 'lo' ? 1 : 0]);
  return <Note tone="wait">{t('hindered', { what: words.join(DOT) })}</Note>;
}

/** The state of one request, who asked and confirmed, and what can be done with it. */
export function ErasureRequest({ erasure }: { erasure: Erasure }) {
  const { t } = useTranslation(['personal-data', 'common']);
  const { ask, dialog } = useConfirm();
  const isOnline = useOnline();
  const readAgain = useReadAgain();
  const { kind, personId, state, reason, askedAt, askedBy, confirmedBy, daysLeft } = erasure;
  const step = async (what: 'confirm' | 'withdraw') => {
    const { name } = erasure;
    const asked = {
      confirm: {
        title: t('confirm.title', { name }),
        text: t('confirm.text'),
        confirm: t('confirm.act'),
      },
      withdraw: {
        title: t('withdraw.title', { name }),
        text: t('withdraw.text'),
        confirm: t('withdraw.act'),
      },
    };
    const isSure = await ask({ ...asked[what], cancel: t('common:action.cancel') });
    if (isSure && (await stepErasure({ kind, id: personId }, what))) await readAgain();
  };
  const isOpen = state === 'asked' || state === 'confirmed';
  return (
    <Stack>
      <Facts label={t('state')}>
        <Fact label={t('state')}>
          {state === 'confirmed' ? t('daysLeft', { count: daysLeft ?? 0 }) : t(`states.${state}`)}
        </Fact>
        {askedBy !== '' && (
          <Fact label={t('askedBy')}>{[askedBy, formatDateTime(askedAt)].join(DOT)}</Fact>
        )}
        {reason !== '' && <Fact label={t('reason')}>{reason}</Fact>}
        {confirmedBy !== '' && <Fact label={t('confirmedBy')}>{confirmedBy}</Fact>}
      </Facts>
      <Hindrances of={erasure.hindrances} />
      {isOpen && (
        <Toolbar>
          {erasure.mayConfirm && (
            <Button look="solid" disabled={!isOnline} onClick={() => void step('confirm')}>
              {t('confirm.act')}
            </Button>
          )}
          <Button disabled={!isOnline} onClick={() => void step('withdraw')}>
            {t('withdraw.act')}
          </Button>
        </Toolbar>
      )}
      {dialog}
    </Stack>
  );
}
