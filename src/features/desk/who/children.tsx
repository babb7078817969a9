import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ageOn } from '#contract/dates.ts';
import { DOT } from '#contract/words/dot.ts';
import { IconButton } from '#src/components/kit/button.tsx';
import { WholeWords } from '#src/components/kit/whole-words.tsx';
import cards from '#src/features/desk/cards.module.css';
import styles from '#src/features/desk/desk.module.css';
import type { Visit } from '#src/features/desk/use-visit.ts';
import {
  draftChildren,
  removeNewStudent,
  type FamilyChild,
} from '#src/features/desk/visit-people.ts';
import { usePersonName } from '#src/lib/text/person-name.ts';
import { today } from '#src/lib/text/today.ts';

function ChildChip({
  child,
  isChosen,
  count,
  onChoose,
}: {
  child: FamilyChild;
  isChosen: boolean;
  count: number;
  onChoose: () => void;
}) {
  const { t } = useTranslation(['desk', 'common']);
  const nameOf = usePersonName();
  const about = [
    child.name.nickname,
    child.dateOfBirth !== null && t('years', { count: ageOn(child.dateOfBirth, today()) }),
    child.known?.studentCode ?? t('who.isNew'),
  ];
  return (
    <button type="button" className={cards.kid} aria-pressed={isChosen} onClick={onChoose}>
      <span>
        <b>
          <WholeWords text={nameOf(child.name)} />
        </b>
        <small>{about.filter(Boolean).join(DOT)}</small>
      </span>
      {count > 0 && <span className={cards.count}>{count}</span>}
    </button>
  );
}

/** The children of the visit; the chosen one gets the classes and the books. */
export function VisitChildren({ visit: { draft, change } }: { visit: Visit }) {
  const { t } = useTranslation('common');
  const nameOf = usePersonName();
  const countOf = ({ key }: FamilyChild) =>
    [...draft.places, ...draft.products].filter(({ studentKey }) => studentKey === key).length;
  return draftChildren(draft).map((child) => (
    <div key={child.key} className={styles.row}>
      <ChildChip
        child={child}
        isChosen={child.key === draft.childKey}
        count={countOf(child)}
        onChoose={() => change((before) => ({ ...before, childKey: child.key }))}
      />
      {child.known === undefined && (
        <IconButton
          icon={X}
          label={t('form.removeItem', { item: nameOf(child.name) })}
          onClick={() => change((before) => removeNewStudent(before, child.key))}
        />
      )}
    </div>
  ));
}
