import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ContinuingLetter, HeldFamily } from '#contract/classes/continuing-replies.ts';
import { academicTermsList } from '#contract/courses/academic-terms-list.ts';
import { letterAsText } from '#contract/words/continuing-letter.ts';
import { TableSkeleton } from '#src/components/kit/skeleton.tsx';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import { MessageDialog } from '#src/entities/person/message-dialog.tsx';
import { api } from '#src/lib/request/api.ts';
import { useCentreNames } from '#src/lib/session/centre.ts';
import { usePayerName } from '#src/lib/text/person-name.ts';
import { showToast } from '#src/lib/toast.ts';
import { letterFacts } from './letter-facts.ts';

type LetterDialogProps = {
  termId: string;
  term: string;
  family: HeldFamily;
  onCopied: () => void;
  onClose: () => void;
};

/** The letter of one family as text: to copy, or to open in WhatsApp. */
export function LetterDialog({ termId, term, family, onCopied, onClose }: LetterDialogProps) {
  const { t } = useTranslation(['terms', 'message']);
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
  const text = letter && letterAsText(letter.language, letterFacts(letter, { centre, term }));
  return (
    <MessageDialog
      title={t('answers.letterTo', { name: nameOf(family) })}
      text={text}
      {...(letter && { lang: letter.language })}
      phone={letter?.phone ?? ''}
      copyLabel={t('answers.copy')}
      onSent={(way) => {
        if (way === 'copied') showToast('success', t('message:copied'));
        onCopied();
      }}
      onClose={onClose}
    >
      {error ? (
        <LoadFailed
          error={error}
          failed={t('answers.letterFailed')}
          onRetry={() => void refetch()}
        />
      ) : data && !letter ? (
        <p>{t('answers.letterGone')}</p>
      ) : (
        !letter && <TableSkeleton columns={1} />
      )}
    </MessageDialog>
  );
}
