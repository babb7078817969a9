import { FileClock } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#src/components/kit/button.tsx';
import { HelpText } from '#src/components/kit/field.tsx';
import { Note } from '#src/components/kit/note.tsx';
import { Toolbar } from '#src/components/kit/toolbar.tsx';
import { formatDateTime } from '#src/lib/text/format.ts';
import styles from './draft-offer.module.css';

export type DraftOfferProps = {
  /** Milliseconds since 1970. */
  savedAt: number;
  /** True if it may have been saved; then it is not thrown away before the server was asked. */
  isPerhapsSaved: boolean;
  onResume: () => void;
  onDiscard: () => void;
};

/** Offers input that was typed into this form earlier and not saved. It loads nothing unasked. */
export function DraftOffer({ savedAt, isPerhapsSaved, onResume, onDiscard }: DraftOfferProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <section className={styles.offer} aria-labelledby={id}>
      <Note tone="wait" icon={FileClock}>
        <div role="status">
          <h2 id={id}>{t('draft.title')}</h2>
          <HelpText>
            {t(isPerhapsSaved ? 'draft.sentAt' : 'draft.typedAt', {
              time: formatDateTime(new Date(savedAt).toISOString()),
            })}
          </HelpText>
        </div>
        <Toolbar>
          {!isPerhapsSaved && <Button onClick={onDiscard}>{t('draft.discard')}</Button>}
          <Button look="solid" onClick={onResume}>
            {t('draft.continue')}
          </Button>
        </Toolbar>
      </Note>
    </section>
  );
}
