import { X } from 'lucide-react';
import {
  useId,
  useRef,
  useState,
  type CSSProperties,
  type InputEventHandler,
  type ReactNode,
} from 'react';
import { useTranslation } from 'react-i18next';
import { InDialog } from '#src/lib/browser/in-dialog.ts';
import { lowerBar } from '#src/lib/browser/own-bar.ts';
import { useModal } from '#src/lib/browser/use-modal.ts';
import { Button, IconButton } from './button.tsx';
import styles from './dialog.module.css';
import { withWholeCodes } from './whole-codes.tsx';

export type DialogProps = {
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** The buttons; the last one proceeds. */
  footer: ReactNode;
  /** Room for two columns. */
  isWide?: boolean;
  /**
   * Where the thing is that the dialog is about: it stands beside it, small, and a press outside
   * closes it. On a phone it comes from below.
   */
  beside?: DOMRect;
  /** Called when Escape is pressed. */
  onClose: () => void;
};

type DialogBoxProps = DialogProps & { onInput?: InputEventHandler<HTMLDialogElement> };

const BESIDE_PX = 320;
const GAP_PX = 8;

/** The place beside a thing: behind it in the line of reading if there is room, else before it. */
function placeBeside({ left, right, top }: DOMRect): CSSProperties {
  const fits = right + GAP_PX + BESIDE_PX <= window.innerWidth;
  const x = fits ? right + GAP_PX : Math.max(GAP_PX, left - GAP_PX - BESIDE_PX);
  return { '--x': `${x}px`, '--y': `${Math.max(GAP_PX, top)}px` } as CSSProperties;
}

/** The frame of every dialog, shown as a modal while it is mounted. */
function DialogBox({ isWide = false, beside, onClose, onInput, ...shown }: DialogBoxProps) {
  const { t } = useTranslation();
  const ref = useModal(true);
  const id = useId();
  const { title, description, children, footer } = shown;
  return (
    <dialog
      ref={ref}
      className={styles.dialog}
      data-wide={isWide || undefined}
      data-beside={beside && true}
      style={beside && placeBeside(beside)}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      // A file picker inside fires `cancel` too when it is closed without a file.
      onCancel={({ target, currentTarget }) => target === currentTarget && onClose()}
      onInput={onInput}
      // The dialog's own parts cover it, so a press on itself is one outside.
      onClick={({ target, currentTarget }) => beside && target === currentTarget && onClose()}
    >
      <header>
        {beside && (
          <IconButton
            icon={X}
            label={t('action.close')}
            className={styles.close}
            onClick={onClose}
          />
        )}
        <h2 id={`${id}-title`}>{withWholeCodes(title)}</h2>
        {description && <p id={`${id}-description`}>{withWholeCodes(description)}</p>}
      </header>
      <div className={styles.content} data-empty={!children || undefined}>
        <InDialog value={ref}>{children}</InDialog>
      </div>
      <footer ref={lowerBar} data-bar>
        {footer}
      </footer>
    </dialog>
  );
}

/**
 * Ticks and choices are redone with one tap, and a search is no entry, so neither counts as typing.
 */
const isTyping = (target: EventTarget) =>
  target instanceof HTMLElement &&
  target.matches('textarea, input:not([type=checkbox], [type=radio], [type=search], [type=file])');

/**
 * A form or a question above the page, open while it is mounted. The browser's own dialog traps the
 * focus and gives it back, and needs no code that would have to be fetched without a network.
 * Escape asks first once something was typed; the buttons do not.
 */
export function Dialog({ onClose, ...props }: DialogProps) {
  const { t } = useTranslation();
  const isTyped = useRef(false);
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <DialogBox
        {...props}
        onInput={({ target }) => void (isTyped.current ||= isTyping(target))}
        onClose={() => (isTyped.current ? setAsked(true) : onClose())}
      />
      {isAsked && (
        <ConfirmDialog
          title={t('form.closeTyped')}
          confirm={t('form.closeAnyway')}
          cancel={t('form.goOnTyping')}
          onAnswer={(isLeft) => (isLeft ? onClose() : setAsked(false))}
        />
      )}
    </>
  );
}

type Question = {
  title: string;
  text?: string;
  /** The verb on the button that proceeds, and the word on the one that goes back. */
  confirm: string;
  cancel: string;
};

type ConfirmDialogProps = Question & { onAnswer: (confirmed: boolean) => void };

/** Asks one question with two answers; the careful one has the focus. */
export function ConfirmDialog({ title, text, confirm, cancel, onAnswer }: ConfirmDialogProps) {
  return (
    <DialogBox
      title={title}
      description={text}
      onClose={() => onAnswer(false)}
      footer={
        <>
          <Button autoFocus onClick={() => onAnswer(false)}>
            {cancel}
          </Button>
          <Button look="solid" onClick={() => onAnswer(true)}>
            {confirm}
          </Button>
        </>
      }
    />
  );
}

/**
 * A question that can be awaited: `ask` resolves with the answer, and `dialog` must be rendered.
 */
export function useConfirm(): { ask: (question: Question) => Promise<boolean>; dialog: ReactNode } {
  const [asked, setAsked] = useState<{
    question: Question;
    resolve: (confirmed: boolean) => void;
  }>();
  const ask = (question: Question) =>
    new Promise<boolean>((resolve) => setAsked({ question, resolve }));
  const dialog = asked && (
    <ConfirmDialog
      {...asked.question}
      onAnswer={(confirmed) => {
        setAsked(undefined);
        asked.resolve(confirmed);
      }}
    />
  );
  return { ask, dialog };
}
