import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Chakra } from '#src/theme/chakra.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { DialogBox, type DialogProps } from './dialog-box.tsx';

/** A tick or a choice is made again with one tap, and what was searched for is no entry. */
const isTyping = (target: EventTarget) =>
  target instanceof HTMLElement &&
  target.matches('textarea, input:not([type=checkbox], [type=radio], [type=search], [type=file])');

/**
 * A form or a question over the page, open for as long as it is mounted. The browser's own dialog
 * keeps the focus inside and gives it back, and needs nothing that might have to be fetched while
 * the network is away. Escape asks first once something was typed; the buttons do not.
 */
export function Dialog({ onClose, ...props }: DialogProps) {
  const { t } = useTranslation();
  const isTyped = useRef(false);
  const [isAsked, setAsked] = useState(false);
  return (
    <Chakra>
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
    </Chakra>
  );
}
