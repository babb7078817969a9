import { Copy, MessageCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '#contract/language.ts';
import { isKeptPhone } from '#contract/people/phone.ts';
import { Button } from '#src/components/kit/button.tsx';
import { Dialog } from '#src/components/kit/dialog.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { showToast } from '#src/lib/toast.ts';
import styles from './message-dialog.module.css';

/** Opens a chat with this number in the browser; the app itself sends nothing. */
const CHAT = 'https://wa.me/';

const chatWith = (phone: string, text: string): string =>
  `${CHAT}${phone.replaceAll(/\D/g, '')}?${new URLSearchParams({ text }).toString()}`;

type MessageDialogProps = {
  title: string;
  /** Undefined while there is none: then it can neither be copied nor sent. */
  text: string | undefined;
  /** The language of the text, if it has one only. */
  lang?: Language;
  /** Empty, or as a device keeps it without its digits, there is no chat to open. */
  phone: string;
  copyLabel?: string;
  /** Further acts, before the chat. */
  acts?: ReactNode;
  /** Stands above the text, or in its place while there is none. */
  children?: ReactNode;
  /** Receives the way it went; without it a copied text is only said. */
  onSent?: (way: 'copied' | 'whatsApp') => void;
  onClose: () => void;
};

/** A text for a family: to copy, or to open in WhatsApp. Needs the words of `message`. */
export function MessageDialog({
  title,
  text,
  lang,
  phone,
  copyLabel,
  acts,
  children,
  onSent,
  onClose,
}: MessageDialogProps) {
  const { t } = useTranslation(['message', 'common']);
  const copy = async (message: string) => {
    try {
      await navigator.clipboard.writeText(message);
    } catch {
      // Over plain HTTP the browser has no clipboard; the person can select the text instead.
      return showToast('error', t('notCopied'));
    }
    if (onSent) return onSent('copied');
    return showToast('success', t('copied'));
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common:action.close')}</Button>
          {acts}
          {text !== undefined && phone !== '' && !isKeptPhone(phone) && (
            <LinkButton
              icon={MessageCircle}
              href={chatWith(phone, text)}
              target="_blank"
              rel="noreferrer"
              onClick={() => onSent?.('whatsApp')}
            >
              {t('whatsApp')}
            </LinkButton>
          )}
          <Button
            icon={Copy}
            look="solid"
            disabled={text === undefined}
            onClick={() => text !== undefined && void copy(text)}
          >
            {copyLabel ?? t('copy')}
          </Button>
        </>
      }
    >
      {children}
      {text !== undefined && (
        <p className={styles.message} lang={lang}>
          {text}
        </p>
      )}
    </Dialog>
  );
}
