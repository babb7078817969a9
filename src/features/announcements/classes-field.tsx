import { X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { AnnouncementInput } from '#contract/centre/announcements.ts';
import { classesList } from '#contract/classes/classes-list.ts';
import { fold } from '#contract/words/normalise.ts';
import { useField, type FieldProps } from '#src/components/fields/use-field.ts';
import { Button } from '#src/components/kit/button.tsx';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import { Row, Stack } from '#src/components/kit/layout.tsx';
import { Picker } from '#src/components/picker/picker.tsx';
import { useCachedList } from '#src/offline/lists/cached-list.ts';

const MOST_SHOWN = 8;

/** The classes that an announcement is about, from the branches of its audience. */
export function ClassesField(props: FieldProps<string[]>) {
  const { t } = useTranslation('announcements');
  const [search, setSearch] = useState('');
  const { rows } = useCachedList(classesList, { quiet: true });
  const branchIds = useWatch<AnnouncementInput, 'branchIds'>({ name: 'branchIds' });
  const codeOf = (id: string) => rows?.find(({ _id }) => _id === id)?.classCode ?? '…';
  const field = useField(props, (ids) => ids.map(codeOf).join(', '));
  const { value } = field;
  const choices = useMemo(() => {
    const wanted = fold(search);
    const fitting = rows?.filter(
      ({ _id, classCode, branchId }) =>
        !value.includes(_id) &&
        (branchIds.length === 0 || branchIds.includes(branchId)) &&
        fold(classCode).includes(wanted),
    );
    return fitting
      ?.slice(0, MOST_SHOWN)
      .map(({ _id, classCode }) => ({ id: _id, label: classCode }));
  }, [rows, search, value, branchIds]);
  return (
    <Stack gap={2} isWide>
      <Picker
        label={props.label}
        search={search}
        onSearch={setSearch}
        choices={choices}
        onChoose={(id) => field.change([...value, id])}
      />
      <Row>
        {value.map((id) => (
          <Button
            key={id}
            aria-label={t('removeClass', { code: codeOf(id) })}
            onClick={() => field.change(value.filter((other) => other !== id))}
          >
            {codeOf(id)}
            <X aria-hidden />
          </Button>
        ))}
      </Row>
      {field.error && <ErrorText>{field.error}</ErrorText>}
    </Stack>
  );
}
