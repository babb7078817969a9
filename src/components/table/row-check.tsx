import { useTranslation } from 'react-i18next';
import styles from './table.module.css';
import type { Selection } from './use-selection.ts';

type RowCheckProps = {
  id: string;
  isChecked: boolean;
  onCheck: (id: string) => void;
  nameId: string;
};

/** Selects one row. `nameId` is the id of the element that names the record. */
export function RowCheck({ id, isChecked, onCheck, nameId }: RowCheckProps) {
  const { t } = useTranslation();
  return (
    <label className={styles.check}>
      <input
        type="checkbox"
        id={`${nameId}-check`}
        aria-label={t('list.select')}
        aria-labelledby={`${nameId}-check ${nameId}`}
        checked={isChecked}
        onChange={() => onCheck(id)}
      />
    </label>
  );
}

/** Selects every row on screen, or none of them. */
export function PageCheck({ ids, selection }: { ids: readonly string[]; selection: Selection }) {
  const { t } = useTranslation();
  const count = selection.ids.size === 0 ? 0 : ids.filter((id) => selection.ids.has(id)).length;
  const isAll = ids.length > 0 && count === ids.length;
  return (
    <label className={styles.check}>
      <input
        type="checkbox"
        aria-label={t('list.selectPage')}
        checked={isAll}
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && !isAll;
        }}
        onChange={() => selection.setAll(ids, !isAll)}
      />
    </label>
  );
}
