import { useTranslation } from 'react-i18next';
import type { UnplacedStudent } from '#contract/classes/allocation.ts';
import { Button } from '#src/components/kit/button.tsx';
import { Unseen } from '#src/components/kit/unseen.tsx';
import rowStyles from '#src/features/allocation/rows.module.css';
import { currentName } from '#src/lib/text/person-name.ts';

type SelectionLineProps = {
  chosen: ReadonlyMap<string, UnplacedStudent>;
  onClear: () => void;
  /** The id of the text about the keys, for the list that it describes. */
  keysId?: string;
  /** True while the students themselves are out of sight, so that their names are needed. */
  isNamed?: boolean;
};

/**
 * The number of selected students. Before that it explains how to select them, in the same space,
 * so that the list does not move.
 */
export function SelectionLine({ chosen, onClear, keysId, isNamed = false }: SelectionLineProps) {
  const { t } = useTranslation('allocation');
  const isNone = chosen.size === 0;
  if (isNone && keysId === undefined) return null;
  return (
    <div className={rowStyles.selected} data-none={isNone || undefined}>
      {keysId !== undefined && (
        <p id={keysId} className={isNone ? rowStyles.keys : undefined}>
          {isNone ? t('student.keys') : <Unseen>{t('student.keys')}</Unseen>}
        </p>
      )}
      {isNone && (
        <p className={rowStyles.how}>
          {t('student.how')} <span>{t('student.pull')}</span>
        </p>
      )}
      <span role="status" hidden={isNone}>
        {!isNone && t('student.selected', { count: chosen.size })}
        {isNamed && <small>{[...chosen.values()].map((one) => currentName(one)).join(', ')}</small>}
      </span>
      {!isNone && <Button onClick={onClear}>{t('student.clear')}</Button>}
    </div>
  );
}
