import { X } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#src/components/kit/button.tsx';
import type { Selection } from '#src/components/table/use-selection.ts';
import { lowerBar, useOwnBar } from '#src/lib/browser/own-bar.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import styles from './list.module.css';

/** The number of selected rows and the bulk actions; nothing while none are selected. */
export function SelectionBar({
  selection,
  children,
}: {
  selection: Selection;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const id = useId();
  const { size } = selection.ids;
  useOwnBar(size > 0);
  return (
    <div
      ref={lowerBar}
      className={styles.selection}
      data-bar
      data-empty={size === 0 || undefined}
      role={size > 0 ? 'group' : undefined}
      aria-labelledby={size > 0 ? id : undefined}
    >
      <strong id={id} role="status">
        {size > 0 && t('list.selected', { n: formatNumber(size) })}
      </strong>
      {size > 0 && (
        <>
          {children}
          <Button icon={X} isShort className={styles.clear} onClick={selection.clear}>
            {t('list.selectNone')}
          </Button>
        </>
      )}
    </div>
  );
}
