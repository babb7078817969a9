import { Button } from '@chakra-ui/react/button';
import { chakra } from '@chakra-ui/react/styled-system';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatPhone } from '#contract/phone.ts';
import type { Resource } from '#contract/resource.ts';
import { Dialog } from '#src/components/feedback/dialog.tsx';
import { Input } from '#src/components/form/controls.ts';
import { api } from '#src/lib/api.ts';
import { showDay } from '#src/lib/day.ts';
import { say } from '#src/lib/i18n.ts';
import type { Path } from '#src/lib/paths.ts';
import { useSettled } from '#src/lib/use-settled.ts';
import { MergeCompare } from './merge-compare.tsx';
import type { PersonRow } from './record-actions.tsx';

type Merged = Pick<Resource, 'name' | 'path'>;
/** What people tell two records apart by; not every kind of record has all of it. */
type Found = Pick<PersonRow, '_id' | 'firstName' | 'lastName'> & { studentCode?: string; dateOfBirth?: string | null; phone?: string };

const SHOWN = 6;

const textOf = ({ firstName, lastName, studentCode, dateOfBirth, phone }: Found) =>
  [`${firstName} ${lastName}`, studentCode, dateOfBirth && showDay(dateOfBirth), phone && formatPhone(phone)].filter(Boolean).join(' · ');

/** Records that a search finds; without one those that may be of the same person. */
function useOthers({ name, path }: Merged, row: Found, search: string) {
  const { firstName, lastName, dateOfBirth, phone } = row;
  const isSearch = search.length > 1;
  const alike = { firstName, lastName, phone, dateOfBirth: dateOfBirth ?? undefined, exceptId: row._id };
  const query = isSearch ? { search, pageSize: SHOWN, count: 'false' } : alike;
  const { data, isError } = useQuery({
    queryKey: [name, 'to merge', query],
    queryFn: ({ signal }) => api.get<Found[]>(isSearch ? path : `${path}/duplicates`, { query, signal, quiet: true }),
    gcTime: 0,
  });
  return { found: data?.filter(({ _id }) => _id !== row._id), isError, isSearch };
}

type FinderProps = { resource: Merged; row: Found; onChoose: (id: string) => void; onClose: () => void };

/** Finds the other record. */
function Finder({ resource, row, onChoose, onClose }: FinderProps) {
  const { t } = useTranslation(['people', 'common']);
  const id = useId();
  const [text, setText] = useState('');
  const { found, isError, isSearch } = useOthers(resource, row, useSettled(text.trim()));
  return (
    <Dialog
      title={t('merge.title')}
      description={textOf(row)}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('common:action.cancel')}</Button>}
    >
      <chakra.div display="grid" gap="2">
        <chakra.label htmlFor={id} textStyle="sm" fontWeight="medium">
          {t('merge.find')}
        </chakra.label>
        <Input id={id} type="search" autoComplete="off" value={text} onChange={(event) => setText(event.target.value)} />
        <chakra.div role="status" display="grid" gap="2">
          {isError && <p>{say(navigator.onLine ? 'somethingWrong' : 'offlineBanner')}</p>}
          {isSearch && found?.length === 0 && <chakra.p color="fg.muted">{t('record.noParent')}</chakra.p>}
          {!isSearch && found && found.length > 0 && <chakra.p color="fg.muted">{t('merge.maybe')}</chakra.p>}
        </chakra.div>
        {found?.map((one) => (
          <Button
            key={one._id}
            height="auto"
            minHeight="touch"
            py="2"
            justifyContent="start"
            textAlign="start"
            whiteSpace="normal"
            onClick={() => onChoose(one._id)}
          >
            {textOf(one)}
          </Button>
        ))}
      </chakra.div>
    </Dialog>
  );
}

type MergeDialogProps = { resource: Merged; row: Found; edit?: Path; onClose: () => void };

/** Makes one record of two of the same person: which is the other one, then what stands afterwards, which opens at `edit`. */
export function MergeDialog({ resource, row, edit, onClose }: MergeDialogProps) {
  const [otherId, setOtherId] = useState<string>();
  if (otherId === undefined) return <Finder resource={resource} row={row} onChoose={setOtherId} onClose={onClose} />;
  return <MergeCompare resource={resource} edit={edit} ids={[row._id, otherId]} onBack={() => setOtherId(undefined)} onClose={onClose} />;
}
