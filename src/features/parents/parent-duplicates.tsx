import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { ParentInput } from '#contract/people/parents.ts';
import { formatPhone, toE164 } from '#contract/people/phone.ts';
import { DOT } from '#contract/words/dot.ts';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { DuplicateLine, DuplicateNote } from '#src/entities/person/duplicate-note.tsx';
import { useParentDuplicates } from '#src/entities/person/duplicate-queries.ts';
import { editPath, paths } from '#src/lib/paths.ts';
import { useSettled } from '#src/lib/browser/use-settled.ts';

/** Possible duplicates of the parent in the form, with links to their records. */
export function ParentDuplicates({ exceptId }: { exceptId: string | undefined }) {
  const { t } = useTranslation('people');
  const [firstName, lastName, phone] = useWatch<ParentInput, ['firstName', 'lastName', 'phone']>({
    name: ['firstName', 'lastName', 'phone'],
  });
  const named = {
    firstName: useSettled(firstName),
    lastName: useSettled(lastName),
    phone: useSettled(toE164(phone) ?? ''),
  };
  const isKnown = named.phone !== '' || (named.firstName !== '' && named.lastName !== '');
  const same = useParentDuplicates(named, isKnown, exceptId);
  if (same.length === 0) return null;
  return (
    <DuplicateNote>
      {same.map((one) => (
        <DuplicateLine
          key={one._id}
          text={`${one.firstName} ${one.lastName}${DOT}${formatPhone(one.phone)}`}
        >
          <LinkButton to={editPath(paths.editParent, one._id)}>{t('record.useThis')}</LinkButton>
        </DuplicateLine>
      ))}
    </DuplicateNote>
  );
}
