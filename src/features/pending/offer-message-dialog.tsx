import { Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { offerMessage } from '#contract/words/offer-message.ts';
import type { PendingWait } from '#contract/classes/pending.ts';
import { formatPhone } from '#contract/people/phone.ts';
import { Button } from '#src/components/kit/button.tsx';
import { PrintSheet } from '#src/components/print/print-sheet.tsx';
import { printWhenReady } from '#src/entities/paper/print-when-ready.ts';
import { MessageDialog } from '#src/entities/person/message-dialog.tsx';
import { useCentreName } from '#src/lib/session/centre.ts';
import { formatDateTime } from '#src/lib/text/format.ts';
import { personName } from '#src/lib/text/person-name.ts';
import styles from './pending.module.css';
import { useCalled } from './place-words.tsx';

/** The message to a family about an offer. */
function useMessage(row: PendingWait): string {
  const centre = useCentreName();
  const { courseEn, courseLo, classCode, holdUntil, branchPhone } = row;
  const until = holdUntil === null ? '' : formatDateTime(holdUntil);
  return offerMessage((language) => ({
    centre,
    name: personName(row, language),
    course: language === 'lo' ? courseLo : courseEn,
    classCode,
    until,
    phone: formatPhone(branchPhone),
  }));
}

/** The message about an offer, to copy, print, or open in WhatsApp. */
export function OfferMessageDialog({ row, onClose }: { row: PendingWait; onClose: () => void }) {
  const { t } = useTranslation('pending');
  const called = useCalled();
  const message = useMessage(row);
  const title = t('message.title', { name: called(row) });
  return (
    <MessageDialog
      title={title}
      text={message}
      phone={row.phone}
      acts={
        <Button icon={Printer} onClick={() => void printWhenReady()}>
          {t('message.print')}
        </Button>
      }
      onClose={onClose}
    >
      <PrintSheet size="80mm" label={title} isUnseen>
        <p className={styles.paper}>{message}</p>
      </PrintSheet>
    </MessageDialog>
  );
}
