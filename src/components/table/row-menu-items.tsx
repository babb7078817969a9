import { Menu } from '@chakra-ui/react/menu';
import { Portal } from '@chakra-ui/react/portal';
import { useEffect, useState, type RefObject } from 'react';
import { withWholeCodes } from '#src/components/kit/whole-codes.tsx';
import { closeOnBack } from '#src/lib/browser/back.ts';
import { Chakra } from '#src/theme/chakra.tsx';
import type { RowAction } from './row-menu.tsx';

type RowMenuItemsProps = {
  trigger: RefObject<HTMLElement | null>;
  label: string;
  items: readonly RowAction[];
  onClose: () => void;
};

const panel = {
  zIndex: 'modal',
  minWidth: '180px',
  paddingBlock: '1',
  bg: 'bg.panel',
  border: '1px solid {colors.border}',
  borderRadius: 'md',
  boxShadow: 'overlay',
  outline: 'none',
} as const;

const entry = {
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  minHeight: 'touch',
  px: '4',
  color: 'fg',
  fontSize: 'md',
  cursor: 'pointer',
  outline: 'none',
  _icon: { flexShrink: '0', color: 'fg.muted' },
  _disabled: { color: 'fg.subtle', cursor: 'not-allowed' },
  '& small': { display: 'block', maxWidth: '220px', fontSize: 'xs', lineHeight: '1.6' },
  _highlighted: { bg: 'indigo.subtle', boxShadow: 'inset 3px 0 0 {colors.indigo.solid}' },
} as const;

/** The open menu of a row, beside the button that opened it. */
export function RowMenuItems({ trigger, label, items, onClose }: RowMenuItemsProps) {
  // Within <main>, so that it belongs to a landmark; inside the table it would be cut off.
  const [main] = useState(() => ({ current: trigger.current?.closest('main') ?? document.body }));
  useEffect(() => closeOnBack(onClose), [onClose]);
  return (
    <Chakra>
      <Menu.Root
        open
        ids={{ trigger: trigger.current?.id ?? '' }}
        positioning={{ placement: 'bottom-end' }}
        onOpenChange={({ open }) => !open && onClose()}
      >
        <Portal container={main}>
          <Menu.Positioner>
            <Menu.Content aria-label={label} css={panel}>
              {items.map(({ label: what, icon: Icon, run, off }) => (
                <Menu.Item
                  key={what}
                  value={what}
                  disabled={off !== undefined}
                  css={entry}
                  onSelect={() => {
                    onClose();
                    run();
                  }}
                >
                  <Icon aria-hidden size={16} strokeWidth={1.75} />
                  <span>
                    {what}
                    {off !== undefined && <small>{withWholeCodes(off)}</small>}
                  </span>
                </Menu.Item>
              ))}
            </Menu.Content>
          </Menu.Positioner>
        </Portal>
      </Menu.Root>
    </Chakra>
  );
}
