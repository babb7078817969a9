import { useTranslation } from 'react-i18next';
import { formatPhone } from '#contract/people/phone.ts';
import type { ParentDuplicate } from '#contract/people/parents.ts';
import { DOT } from '#contract/words/dot.ts';
import { Button } from '#src/components/kit/button.tsx';
import { LeftToRight } from '#src/components/kit/left-to-right.tsx';
import { WholeWords } from '#src/components/kit/whole-words.tsx';
import { DuplicateLine, DuplicateNote } from '#src/entities/person/duplicate-note.tsx';
import type { DraftNewStudent } from '#src/features/desk/visit-draft.ts';
import { showDay } from '#src/lib/text/day.ts';
import { usePersonName } from '#src/lib/text/person-name.ts';
import { useFamilyOf, type useLikelyStudents } from './likely-queries.ts';

type FamilyProps = {
  parent: ParentDuplicate;
  branchId: string;
  onUse: (parent: ParentDuplicate) => void;
};

/** A known guardian with the children, and the press that takes the family. */
function FamilyLine({ parent, branchId, onUse }: FamilyProps) {
  const { t } = useTranslation('desk');
  const nameOf = usePersonName();
  const children = useFamilyOf(parent._id, branchId)?.students.map(nameOf) ?? [];
  return (
    <DuplicateLine
      text={
        <span>
          <b>
            <WholeWords text={nameOf(parent)} />
          </b>{' '}
          <LeftToRight>{formatPhone(parent.phone)}</LeftToRight>
          {children.length > 0 && <small>{children.join(', ')}</small>}
        </span>
      }
    >
      <Button onClick={() => onUse(parent)}>{t('new.useFamily')}</Button>
    </DuplicateLine>
  );
}

/** Known guardians who look like the typed one. */
export function LikelyFamilies({
  parents,
  ...line
}: Omit<FamilyProps, 'parent'> & { parents: readonly ParentDuplicate[] }) {
  if (parents.length === 0) return null;
  return (
    <DuplicateNote>
      {parents.map((parent) => (
        <FamilyLine key={parent._id} parent={parent} {...line} />
      ))}
    </DuplicateNote>
  );
}

type StudentsProps = {
  /** On record, and new in this visit. */
  known: ReturnType<typeof useLikelyStudents>;
  made: readonly DraftNewStudent[];
  onKnown: (id: string) => void;
  onMade: (key: string) => void;
};

/** Students who look like the typed one, each with a button to take them instead. */
export function LikelyStudents({ known, made, onKnown, onMade }: StudentsProps) {
  const { t } = useTranslation('desk');
  const nameOf = usePersonName();
  const lines = [
    ...made.map((one) => ({ ...one, id: one.key, code: t('who.isNew'), take: onMade })),
    ...known.map((one) => ({ ...one, id: one._id, code: one.studentCode, take: onKnown })),
  ];
  if (lines.length === 0) return null;
  return (
    <DuplicateNote>
      {lines.map(({ id, take, code, ...one }) => (
        <DuplicateLine
          key={id}
          text={
            <span>
              <b>
                <WholeWords text={nameOf(one)} />
              </b>{' '}
              <small>{[showDay(one.dateOfBirth), code].filter(Boolean).join(DOT)}</small>
            </span>
          }
        >
          <Button onClick={() => take(id)}>{t('new.useThis')}</Button>
        </DuplicateLine>
      ))}
    </DuplicateNote>
  );
}
