import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Chakra } from '#src/theme/chakra.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { DialogBox, type DialogProps } from './dialog-box.tsx';

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
