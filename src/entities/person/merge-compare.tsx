import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeftRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { Row, Stack } from '#src/components/kit/layout.tsx';
import type { MergeField, MergePreview, MergeRecord, MergeSide } from '#contract/people/merge.ts';
import { formatPhone } from '#contract/people/phone.ts';
import type { ListOf } from '#contract/list-of.ts';
import { SideChoice, SideChoices, Sides } from '#src/components/edit/side-choice.tsx';
import { Button } from '#src/components/kit/button.tsx';
import { Dialog } from '#src/components/kit/dialog.tsx';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import { HelpText } from '#src/components/kit/field.tsx';
import { WholeWords } from '#src/components/kit/whole-words.tsx';
import { api } from '#src/lib/request/api.ts';
import { failureText, readFailureText } from '#src/lib/request/failure-text.ts';
import { editPath, type Path } from '#src/lib/paths.ts';
import { usePicture } from '#src/lib/browser/pictures.ts';
import { recordKey } from '#src/lib/request/resource.ts';
import { saveOnce, withIdempotency } from '#src/lib/request/save.ts';
import { showToast } from '#src/lib/toast.ts';
import { usePersonName } from '#src/lib/text/person-name.ts';
import { MergeLinks } from './merge-links.tsx';
import styles from './person.module.css';
import type { PersonRow } from './record-dialogs.tsx';
import { useValueText, useWords } from './value-text.ts';

type Merged = Pick<ListOf, 'name' | 'path'>;
type Choices = Partial<Record<string, MergeSide>>;

function Photo({ fileId }: { fileId: string }) {
  const { t } = useTranslation();
  const { source } = usePicture(fileId);
  if (!source) return t('form.pictureSet');
  return <img className={styles.photo} src={source} alt={t('form.pictureSet')} />;
}

function Head({ side, record }: { side: string; record: MergeRecord }) {
  return (
    <div>
      <small>{side}</small>
      <strong>
        <WholeWords text={`${record.firstName} ${record.lastName}`} />
      </strong>
      <small>{record.code || formatPhone(record.phone)}</small>
    </div>
  );
}

type FieldsProps = {
  path: string;
  preview: MergePreview;
  choices: Choices;
  onChoose: (field: string, side: MergeSide) => void;
};

/** Every field that differs, with the values to choose from. */
function Fields({ path, preview: { keep, drop, fields }, choices, onChoose }: FieldsProps) {
  const { t } = useTranslation('people');
  const show = useValueText(path);
  const worded = useWords();
  const choice = ({ field, suggested }: MergeField, side: MergeSide, value: unknown) => (
    <SideChoice
      name={`merge-${field}`}
      side={t(`merge.side.${side}`)}
      checked={(choices[field] ?? suggested) === side}
      onChoose={() => onChoose(field, side)}
      wide={side === 'both'}
    >
      {field === 'photoFileId' && typeof value === 'string' ? (
        <Photo fileId={value} />
      ) : (
        show(field, value)
      )}
    </SideChoice>
  );
  return (
    <Sides
      heads={
        <>
          <Head side={t('merge.side.kept')} record={keep} />
          <Head side={t('merge.side.dropped')} record={drop} />
        </>
      }
    >
      {fields.map((difference) => (
        <SideChoices
          key={difference.field}
          label={worded(`record.field.${difference.field}`, difference.field)}
        >
          {choice(difference, 'kept', difference.kept)}
          {choice(difference, 'dropped', difference.dropped)}
          {difference.canJoin &&
            choice(difference, 'both', `${String(difference.kept)}\n${String(difference.dropped)}`)}
        </SideChoices>
      ))}
    </Sides>
  );
}

/** Sends the merge, then opens the kept record. */
function useMerge({ name, path }: Merged, edit: Path | undefined, onClose: () => void) {
  const { t } = useTranslation('people');
  const client = useQueryClient();
  const navigate = useNavigate();
  const nameOf = usePersonName();
  const [problem, setProblem] = useState<string>();
  const [isSending, setSending] = useState(false);
  const merge = async ({ keep, drop, fields }: MergePreview, choices: Choices): Promise<void> => {
    setSending(true);
    const chosen = Object.fromEntries(
      fields.map(({ field, suggested }) => [field, choices[field] ?? suggested]),
    );
    const body = {
      keepId: keep._id,
      keepVersion: keep.version,
      dropId: drop._id,
      dropVersion: drop.version,
      choices: chosen,
    };
    const result = await saveOnce((key) =>
      api.post<PersonRow>(`${path}/merge`, body, { ...withIdempotency(key), quiet: true }),
    );
    setSending(false);
    if (result.outcome !== 'saved') {
      // Somebody may have changed one of them, so both are fetched again.
      void client.invalidateQueries({ queryKey: [name, 'merge'] });
      return setProblem(failureText(result));
    }
    showToast('success', t('merge.done', { name: nameOf(result.row) }));
    onClose();
    client.setQueryData(recordKey({ name, path }, keep._id), result.row);
    // A child's record shows its parents and a parent's the children, so those copies are outdated
    // too.
    void client.invalidateQueries({
      predicate: ({ queryKey }) => queryKey[1] === 'list' || queryKey[1] === 'children',
    });
    if (edit) void navigate(editPath(edit, keep._id));
  };
  return { merge, problem, clear: () => setProblem(undefined), isSending };
}

type CompareProps = {
  resource: Merged;
  edit: Path | undefined;
  ids: readonly [string, string];
  onBack: () => void;
  onClose: () => void;
};

/**
 * Two records side by side: the choice of the kept one and of its values, and the people linked to
 * it afterwards.
 */
export function MergeCompare({ resource, edit, ids, onBack, onClose }: CompareProps) {
  const { t } = useTranslation(['people', 'common']);
  const [isSwapped, setSwapped] = useState(false);
  const [choices, setChoices] = useState<Choices>({});
  const [keepId, dropId] = isSwapped ? [ids[1], ids[0]] : ids;
  const { data, error } = useQuery({
    queryKey: [resource.name, 'merge', keepId, dropId],
    queryFn: ({ signal }) =>
      api.get<MergePreview>(`${resource.path}/merge`, {
        query: { keepId, dropId },
        signal,
        quiet: true,
      }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const { merge, problem, clear, isSending } = useMerge(resource, edit, onClose);
  const swap = () => {
    setSwapped(!isSwapped);
    setChoices({});
    clear();
  };
  return (
    <Dialog
      title={t('merge.title')}
      description={t('merge.warning')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onBack}>{t('common:action.back')}</Button>
          <Button
            look="solid"
            disabled={!data || isSending}
            onClick={() => data && void merge(data, choices)}
          >
            {t('merge.action')}
          </Button>
        </>
      }
    >
      <Stack gap={3}>
        <Row>
          <Button icon={ArrowLeftRight} onClick={swap}>
            {t('merge.swap')}
          </Button>
        </Row>
        {!data && !error && <p role="status">{t('common:loading')}</p>}
        <ErrorText role="alert">{problem ?? (error && readFailureText(error))}</ErrorText>
        {data && (
          <>
            <Fields
              path={resource.path}
              preview={data}
              choices={choices}
              onChoose={(field, side) => setChoices({ ...choices, [field]: side })}
            />
            {data.fields.length === 0 && <HelpText>{t('merge.same')}</HelpText>}
            <MergeLinks name={resource.name} links={data.links} />
          </>
        )}
      </Stack>
    </Dialog>
  );
}
