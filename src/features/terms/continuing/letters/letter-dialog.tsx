import { useQuery } from '@tanstack/react-query';
import { Copy, MessageCircle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ContinuingLetter, HeldFamily } from '#contract/classes/continuing-replies.ts';
import { academicTermsList } from '#contract/courses/academic-terms-list.ts';
import { letterAsText } from '#contract/words/continuing-letter.ts';
import { Button } from '#src/components/kit/button.tsx';
import { Dialog } from '#src/components/kit/dialog.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { TableSkeleton } from '#src/components/kit/skeleton.tsx';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import { api } from '#src/lib/request/api.ts';
import { useCentreNames } from '#src/lib/session/centre.ts';
import { usePayerName } from '#src/lib/text/person-name.ts';
import { showToast } from '#src/lib/toast.ts';
import { letterFacts } from './letter-facts.ts';
import styles from '#src/features/terms/continuing/continuing.module.css';

/** Opens a chat with this number in the browser; the app itself sends nothing. */
const CHAT = 'https://wa.me/';

type LetterDialogProps = {
  termId: string;
  term: string;
  family: HeldFamily;
  onCopied: () => void;
  onClose: () => void;
};

/** The letter of one family as text: to copy, or to open in WhatsApp. */
export function LetterDialog({ termId, term, family, onCopied, onClose }: LetterDialogProps) {
  const { t } = useTranslation(['terms', 'common']);
  const centre = useCentreNames();
  const nameOf = usePayerName();
  const { branchId, payerId } = family;
  const { data, error, refetch } = useQuery({
    queryKey: ['continuing-letter', termId, branchId, payerId],
    queryFn: ({ signal }) =>
      api.post<ContinuingLetter[]>(
        `${academicTermsList.path}/${termId}/continuing/letters/preview`,
        { branchId, payerIds: [payerId] },
        { signal, quiet: true },
      ),
    meta: { persist: false },
  });
  const letter = data?.[0];
  const text = letter ? letterAsText(letter.language, letterFacts(letter, { centre, term })) : '';
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // Over plain HTTP the browser has no clipboard; the person can select the text instead.
      return showToast('error', t('answers.notCopied'));
    }
    showToast('success', t('answers.copied'));
    return onCopied();
  };
  return (
    <Dialog
      title={t('answers.letterTo', { name: nameOf(family) })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common:action.close')}</Button>
          {letter && letter.phone !== '' && (
            <LinkButton
              icon={MessageCircle}
              href={`${CHAT}${letter.phone.replaceAll(/\D/g, '')}?${new URLSearchParams({ text }).toString()}`}
              target="_blank"
              rel="noreferrer"
              onClick={onCopied}
            >
              {t('answers.whatsApp')}
            </LinkButton>
          )}
          <Button icon={Copy} look="solid" disabled={!letter} onClick={() => void copy()}>
            {t('answers.copy')}
          </Button>
        </>
      }
    >
      {error ? (
        <LoadFailed
          error={error}
          failed={t('answers.letterFailed')}
          onRetry={() => void refetch()}
        />
      ) : data && !letter ? (
        <p>{t('answers.letterGone')}</p>
      ) : letter ? (
        <p className={styles.letter} lang={letter.language}>
          {text}
        </p>
      ) : (
        <TableSkeleton columns={1} />
      )}
    </Dialog>
  );
}
