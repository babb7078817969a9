import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatPhone } from '#contract/people/phone.ts';
import type { ListOf } from '#contract/list-of.ts';
import { DOT } from '#contract/words/dot.ts';
import { Button } from '#src/components/kit/button.tsx';
import { Dialog } from '#src/components/kit/dialog.tsx';
import { HelpText } from '#src/components/kit/field.tsx';
import { Stack } from '#src/components/kit/layout.tsx';
import { PlainField } from '#src/components/kit/plain-field.tsx';
import { takesCards } from '#src/components/scan/takes-scan.ts';
import { usePersonScan } from '#src/components/scan/use-person-scan.ts';
import { api } from '#src/lib/request/api.ts';
import { showDay } from '#src/lib/text/day.ts';
import { readFailureText } from '#src/lib/request/failure-text.ts';
import type { Path } from '#src/lib/paths.ts';
import { useSettled } from '#src/lib/browser/use-settled.ts';
import { usePersonName, type NamedPerson } from '#src/lib/text/person-name.ts';
import { MergeCompare } from './merge-compare.tsx';
import type { PersonRow } from './record-dialogs.tsx';

type Merged = Pick<ListOf, 'name' | 'path'>;
/** The fields that tell two records apart; some kinds of record lack some of them. */
type Found = Pick<PersonRow, '_id' | keyof NamedPerson> & {
  studentCode?: string;
  dateOfBirth?: string | null;
  phone?: string;
};

const SHOWN = 6;

const textOf = (nameOf: (person: NamedPerson) => string, found: Found) => {
  const { studentCode, dateOfBirth, phone } = found;
  return [
    nameOf(found),
    studentCode,
    dateOfBirth && showDay(dateOfBirth),
    phone && formatPhone(phone),
  ]
    .filter(Boolean)
    .join(DOT);
};

/** Records found by a search; without a search, likely duplicates. */
function useOthers({ name, path }: Merged, row: Found, search: string) {
  const { firstName, lastName, dateOfBirth, phone } = row;
  const isSearch = search.length > 1;
  const alike = {
    firstName,
    lastName,
    phone,
    dateOfBirth: dateOfBirth ?? undefined,
    exceptId: row._id,
  };
  const query = isSearch ? { search, pageSize: SHOWN, count: 'false' } : alike;
  const { data, error } = useQuery({
    queryKey: [name, 'to merge', query],
    queryFn: ({ signal }) =>
      api.get<Found[]>(isSearch ? path : `${path}/duplicates`, { query, signal, quiet: true }),
    gcTime: 0,
  });
  return { found: data?.filter(({ _id }) => _id !== row._id), error, isSearch };
}

type FinderProps = {
  resource: Merged;
  row: Found;
  onChoose: (id: string) => void;
  onClose: () => void;
};

/** Searches for a scanned card; inside the dialog, because that is in front. */
function CardScan({ onCard }: { onCard: (code: string) => void }) {
  usePersonScan(onCard);
  return null;
}

/** Searches for the other record. */
function Finder({ resource, row, onChoose, onClose }: FinderProps) {
  const { t } = useTranslation(['people', 'common']);
  const nameOf = usePersonName();
  const [text, setText] = useState('');
  const search = useSettled(text.trim());
  const { found, error, isSearch } = useOthers(resource, row, search);
  const isOld = search !== text.trim();
  return (
    <Dialog
      title={t('merge.title')}
      description={textOf(nameOf, row)}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('common:action.cancel')}</Button>}
    >
      <CardScan onCard={setText} />
      <Stack gap={2}>
        <PlainField
          {...takesCards}
          label={t('merge.find')}
          type="search"
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <div role="status">
          {error && <p>{readFailureText(error)}</p>}
          {isSearch && found?.length === 0 && <HelpText>{t('record.noParent')}</HelpText>}
          {!isSearch && found && found.length > 0 && <HelpText>{t('merge.maybe')}</HelpText>}
        </div>
        {found?.map((candidate) => (
          <Button
            key={candidate._id}
            wraps
            disabled={isOld}
            onClick={() => onChoose(candidate._id)}
          >
            {textOf(nameOf, candidate)}
          </Button>
        ))}
      </Stack>
    </Dialog>
  );
}

type MergeDialogProps = { resource: Merged; row: Found; edit?: Path; onClose: () => void };

/**
 * Merges two records of one person: finds the other one, compares both, then opens the kept record
 * at `edit`.
 */
export function MergeDialog({ resource, row, edit, onClose }: MergeDialogProps) {
  const [otherId, setOtherId] = useState<string>();
  if (otherId === undefined)
    return <Finder resource={resource} row={row} onChoose={setOtherId} onClose={onClose} />;
  return (
    <MergeCompare
      resource={resource}
      edit={edit}
      ids={[row._id, otherId]}
      onBack={() => setOtherId(undefined)}
      onClose={onClose}
    />
  );
}
