import { Button } from '@chakra-ui/react/button';
import { Plus } from 'lucide-react';
import { Suspense, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import type { Action } from '#contract/roles.ts';
import { useCan } from '#src/lib/session/use-can.ts';

/** What a dialog is given that adds a record which a field asks for. */
export type AddingProps = { onAdded: (id: string) => void; onClose: () => void };

/** The way to add a record that a field may choose, without leaving its form. */
export type Adding = {
  label: string;
  action: Action;
  /** The dialog, best loaded when it is asked for. */
  dialog: (props: AddingProps) => ReactNode;
};

type AddInlineProps = Adding & {
  /** There is nothing to choose yet, so the button says in words what it does. */
  isFirst: boolean;
  onAdded: (id: string) => void;
};

/** The button beside a field that opens the dialog; what was added is chosen at once. */
export function AddInline({ label, action, dialog, isFirst, onAdded }: AddInlineProps) {
  const [isOpen, setOpen] = useState(false);
  if (!useCan(action)) return null;
  const close = () => setOpen(false);
  const choose = (id: string) => {
    close();
    onAdded(id);
  };
  return (
    <>
      <Button type="button" aria-label={label} title={label} onClick={() => setOpen(true)}>
        <Plus aria-hidden />
        {isFirst && label}
      </Button>
      {/* A form must not stand inside a form. */}
      {isOpen &&
        createPortal(
          <Suspense>{dialog({ onAdded: choose, onClose: close })}</Suspense>,
          document.body,
        )}
    </>
  );
}
