import { EllipsisVertical, type LucideIcon } from 'lucide-react';
import { lazy, Suspense, useId, useRef, useState } from 'react';
import { IconButton } from '#src/components/kit/button.tsx';

const RowMenuItems = lazy(async () => ({
  default: (await import('./row-menu-items.tsx')).RowMenuItems,
}));

export type RowAction = {
  label: string;
  icon: LucideIcon;
  run: () => void;
  /** The reason why it is off now, in words. */
  off?: string | undefined;
};

type RowMenuProps = {
  /** Names the row of the menu. */
  label: string;
  /** Called when the menu opens, so that a long list does not create the items of every row. */
  items: () => readonly RowAction[];
};

/** The menu at the end of a row: a plain button whose menu is fetched and created on the press. */
export function RowMenu({ label, items }: RowMenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState<readonly RowAction[]>();
  const close = () => {
    setOpened(undefined);
    button.current?.focus();
  };
  return (
    <>
      <IconButton
        icon={EllipsisVertical}
        ref={button}
        id={id}
        label={label}
        aria-haspopup="menu"
        aria-expanded={opened !== undefined}
        onClick={() => setOpened(opened ? undefined : items())}
      />
      {opened && (
        <Suspense>
          <RowMenuItems trigger={button} label={label} items={opened} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
