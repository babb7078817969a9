import { Plus } from 'lucide-react';
import { Suspense, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import type { Action } from '#contract/roles.ts';
import { Button } from '#src/components/kit/button.tsx';
import { useCan } from '#src/lib/session/use-can.ts';

/** The props of a dialog that adds a record which a field may choose. */
export type AddingProps = { onAdded: (id: string) => void; onClose: () => void };

/** Lets a person add a record for a field without leaving the form. */
export type Adding = {
  label: string;
  action: Action;
  /** The dialog, best loaded on demand. */
  dialog: (props: AddingProps) => ReactNode;
};

type AddInlineProps = Adding & {
  /** True if there is nothing to choose yet; the button then says in words what it does. */
  isFirst: boolean;
  onAdded: (id: string) => void;
};

/** The button beside a field that opens the dialog; the new record is chosen at once. */
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
      <Button
        icon={Plus}
        type="button"
        aria-label={label}
        title={label}
        onClick={() => setOpen(true)}
      >
        {isFirst && label}
      </Button>
      {/* A form must not be nested in a form. */}
      {isOpen &&
        createPortal(
          <Suspense>{dialog({ onAdded: choose, onClose: close })}</Suspense>,
          document.body,
        )}
    </>
  );
}
