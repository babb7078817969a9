import { Copy, MessageCircle, Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { offerMessage } from '#contract/words/offer-message.ts';
import type { PendingWait } from '#contract/classes/pending.ts';
import { formatPhone, isKeptPhone } from '#contract/people/phone.ts';
import { Dialog } from '#src/components/kit/dialog.tsx';
import { Button } from '#src/components/kit/button.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { PrintSheet } from '#src/components/print/print-sheet.tsx';
import { printWhenReady } from '#src/entities/paper/print-when-ready.ts';
import { useCentreName } from '#src/lib/session/centre.ts';
import { formatDateTime } from '#src/lib/text/format.ts';
import { personName } from '#src/lib/text/person-name.ts';
import { showToast } from '#src/lib/toast.ts';
import styles from './pending.module.css';
import { useCalled } from './place-words.tsx';
/** Opens a chat with this number. */
const CHAT = 'https://wa.me/';

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
export function MessageDialog({ row, onClose }: { row: PendingWait; onClose: () => void }) {
  const { t } = useTranslation(['pending', 'common']);
  const called = useCalled();
  const message = useMessage(row);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(message);
      showToast('success', t('message.copied'));
    } catch {
      // Over plain HTTP the browser has no clipboard; the person can select the text instead.
      showToast('error', t('message.notCopied'));
    }
  };
  return (
    <Dialog
      title={t('message.title', { name: called(row) })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('refused.close')}</Button>
          <Button icon={Printer} onClick={() => void printWhenReady()}>
            {t('message.print')}
          </Button>
          {row.phone !== '' && !isKeptPhone(row.phone) && (
            <LinkButton
              icon={MessageCircle}
              href={`${CHAT}${row.phone.replaceAll(/\D/g, '')}?${new URLSearchParams({ text: message }).toString()}`}
              target="_blank"
              rel="noreferrer"
            >
              {t('message.whatsApp')}
            </LinkButton>
          )}
          <Button icon={Copy} look="solid" onClick={() => void copy()}>
            {t('message.copy')}
          </Button>
        </>
      }
    >
      <p className={styles.message}>{message}</p>
      <PrintSheet size="80mm" label={t('message.title', { name: called(row) })} isUnseen>
        <p className={styles.paper}>{message}</p>
      </PrintSheet>
    </Dialog>
  );
}
