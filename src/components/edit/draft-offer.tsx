import { chakra } from '@chakra-ui/react/styled-system';
import { FileClock } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#src/components/kit/button.tsx';
import { formatDateTime } from '#src/lib/text/format.ts';

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
    <chakra.section
      aria-labelledby={id}
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap="3"
      marginBottom="4"
      px="4"
      py="3"
      bg="marigold.subtle"
      borderWidth="1px"
      borderColor="marigold.muted"
      borderRadius="lg"
    >
      <chakra.span color="marigold.fg">
        <FileClock aria-hidden size={20} strokeWidth={1.75} />
      </chakra.span>
      <chakra.div role="status" flex="1" minWidth="200px" lineHeight="lao">
        <chakra.h2 id={id} fontSize="md" fontWeight="semibold">
          {t('draft.title')}
        </chakra.h2>
        <chakra.p color="fg.muted" textStyle="sm">
          {t(isPerhapsSaved ? 'draft.sentAt' : 'draft.typedAt', {
            time: formatDateTime(new Date(savedAt).toISOString()),
          })}
        </chakra.p>
      </chakra.div>
      <chakra.div display="flex" gap="2" marginInlineStart="auto">
        {!isPerhapsSaved && <Button onClick={onDiscard}>{t('draft.discard')}</Button>}
        <Button look="solid" onClick={onResume}>
          {t('draft.continue')}
        </Button>
      </chakra.div>
    </chakra.section>
  );
}
