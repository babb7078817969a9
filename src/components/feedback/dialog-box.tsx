import { chakra } from '@chakra-ui/react/styled-system';
import { useId, type InputEventHandler, type ReactNode } from 'react';
import { InDialog } from '#src/components/scan/in-dialog.ts';
import { useModal } from '#src/lib/browser/use-modal.ts';

export type DialogProps = {
  title: string;
  description?: string;
  children?: ReactNode;
  /** The buttons; the last one proceeds. */
  footer: ReactNode;
  /** Room for two columns. */
  isWide?: boolean;
  /** Called when Escape is pressed. */
  onClose: () => void;
};

type DialogBoxProps = DialogProps & { onInput?: InputEventHandler<HTMLDialogElement> };

/** The frame of every dialog, shown as a modal while it is mounted. */
export function DialogBox({
  title,
  description,
  children,
  footer,
  isWide = false,
  onClose,
  onInput,
}: DialogBoxProps) {
  const ref = useModal(true);
  const id = useId();
  return (
    <chakra.dialog
      ref={ref}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      // A file picker inside fires `cancel` too when it is closed without a file.
      onCancel={({ target, currentTarget }) => target === currentTarget && onClose()}
      onInput={onInput}
      width="full"
      maxWidth={{ base: 'full', sm: isWide ? '920px' : '560px' }}
      margin="auto"
      marginBottom={{ base: '0', sm: 'auto' }}
      padding="0"
      bg="bg.panel"
      color="fg"
      borderRadius="lg"
      borderEndRadius={{ base: '0', sm: 'lg' }}
      // Keeps focused elements above the buttons.
      scrollPaddingBottom="72px"
      boxShadow="overlay"
      _backdrop={{ bg: 'backdrop' }}
      _open={{ animationName: 'slide-from-bottom, fade-in', animationDuration: 'base' }}
    >
      <chakra.header px="5" pt="4">
        <chakra.h2 id={`${id}-title`} fontSize="lg" fontWeight="semibold" lineHeight="tight">
          {title}
        </chakra.h2>
        {description && (
          <chakra.p id={`${id}-description`} marginTop="1" color="fg.muted" lineHeight="lao">
            {description}
          </chakra.p>
        )}
      </chakra.header>
      <chakra.div px="5" py={children ? '4' : '2'}>
        <InDialog value={ref}>{children}</InDialog>
      </chakra.div>
      <chakra.footer
        // The buttons stay visible when the dialog is longer than the screen.
        position="sticky"
        bottom="0"
        bg="bg.panel"
        display="flex"
        flexWrap="wrap"
        justifyContent="flex-end"
        gap="2"
        px="5"
        py="3"
        borderTopWidth="1px"
        borderColor="border.muted"
      >
        {footer}
      </chakra.footer>
    </chakra.dialog>
  );
}
