import { useEffect, useRef, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#src/components/kit/button.tsx';
import type { FilterBarProps } from './filter-bar.tsx';
import styles from './filter-bar.module.css';
import { FilterPanel } from './filter-panel.tsx';

type FilterPopoverProps = FilterBarProps & {
  id: string;
  /** The start of its button within the bar, in pixels. */
  at: number;
  onClose: () => void;
};

/** The controls of filters, over the rows below their button; on a phone at the screen's end. */
export function FilterPopover({ id, at, onClose, ...panel }: FilterPopoverProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.querySelector<HTMLElement>('input, select, button')?.focus();
  }, []);
  return (
    <div ref={box} className={styles.popover} style={{ '--at': `${at}px` } as CSSProperties}>
      <FilterPanel id={id} {...panel} />
      <Button className={styles.done} onClick={onClose}>
        {t('action.close')}
      </Button>
    </div>
  );
}
