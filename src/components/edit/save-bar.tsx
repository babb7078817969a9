import { List } from 'lucide-react';
import { useId, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#src/components/kit/button.tsx';
import { lowerBar, useOwnBar } from '#src/lib/browser/own-bar.ts';
import { failureText } from '#src/lib/request/failure-text.ts';
import { say } from '#src/lib/text/i18n.ts';
import { useOnline } from '#src/offline/use-online.ts';
import styles from './save-bar.module.css';
import type { Failure } from './use-edit.ts';

type Notice = { text: string; detail?: string };

/** A list of the unsaved changes, opened above the page without moving it. */
export type SavePanel = {
  open: string;
  close: string;
  isOpen: boolean;
  onToggle: () => void;
  content: ReactNode;
};

type SaveBarProps = {
  /** The name of the bar where it is a region of its own. */
  label?: string;
  failure: Failure | undefined;
  /** The heading above the server's reason for a refusal. */
  failed?: string;
  /** Another problem to solve before saving, in words. */
  problem?: string | undefined;
  isDirty: boolean;
  /** True if the input is stored on the device; `undefined` until that is known. */
  isKept: boolean | undefined;
  /** The changes in one line. */
  summary?: ReactNode;
  panel?: SavePanel;
  /** True if a phone has room for the words beside the buttons. */
  isTight?: boolean;
  /** The buttons; the last one saves. */
  children: ReactNode;
};

/** The message about a failed save, or about saving without a network. */
function useNotice({
  failure,
  failed,
  problem,
  isDirty,
  isKept,
}: SaveBarProps): Notice | undefined {
  const { t } = useTranslation();
  const online = useOnline();
  if (failure?.outcome === 'offline')
    return {
      text: t(failure.isKept ? 'form.notSaved' : 'form.notSavedHere'),
      detail: online ? t('form.backOnline') : say('offlineBanner'),
    };
  if (failure?.outcome === 'refused' && failed) return { text: failed, detail: failure.reason };
  if (problem !== undefined) return { text: problem };
  if (failure) return { text: failureText(failure) };
  return !online && isDirty
    ? { text: t(isKept === false ? 'form.inPage' : 'form.keptUnsent'), detail: t('form.sendLater') }
    : undefined;
}

/**
 * The bar for everything that is edited and saved: on one side what is unsaved or wrong, on the
 * other the buttons.
 */
export function SaveBar(props: SaveBarProps) {
  const { t } = useTranslation();
  const id = useId();
  useOwnBar();
  const notice = useNotice(props);
  const { label, isDirty, isKept, summary, panel, isTight, children } = props;
  const closeByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !panel?.isOpen) return;
    event.preventDefault();
    panel.onToggle();
    document.getElementById(`${id}-toggle`)?.focus();
  };
  return (
    <section
      ref={lowerBar}
      className={styles.bar}
      data-bar
      data-save-bar
      data-tight={isTight || undefined}
      aria-label={label}
      onKeyDown={closeByKey}
    >
      {panel?.isOpen && (
        <div id={id} className={styles.panel}>
          {panel.content}
        </div>
      )}
      <div className={styles.words}>
        <div role="status">
          {notice && <div className={styles.problem}>{notice.text}</div>}
          {notice?.detail !== undefined && <small>{notice.detail}</small>}
        </div>
        <div>{summary}</div>
        {isDirty && (
          <small className={styles.kept} data-warns={isKept === false || undefined}>
            {isKept !== undefined && t(isKept ? 'draft.kept' : 'draft.memory')}
          </small>
        )}
      </div>
      <div className={styles.buttons}>
        {panel && (
          <Button
            icon={List}
            isShort
            id={`${id}-toggle`}
            aria-expanded={panel.isOpen}
            aria-controls={panel.isOpen ? id : undefined}
            onClick={panel.onToggle}
          >
            {panel.isOpen ? panel.close : panel.open}
          </Button>
        )}
        {children}
      </div>
    </section>
  );
}
