import { FileText, Image, Paperclip, Trash2 } from 'lucide-react';
import { useRef, useState, type Ref } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Row, Stack } from '#src/components/kit/layout.tsx';
import {
  attachmentTypes,
  MAX_ATTACHMENT_BYTES,
  MAX_ATTACHMENTS,
  type Attachment,
} from '#contract/centre/announcements.ts';
import { FieldFrame } from '#src/components/fields/field-frame.tsx';
import { useField, type FieldProps } from '#src/components/fields/use-field.ts';
import { IconButton, Button } from '#src/components/kit/button.tsx';
import { api } from '#src/lib/request/api.ts';
import { failureText } from '#src/lib/request/failure-text.ts';
import { saveOnce, withIdempotency } from '#src/lib/request/save.ts';
import { formatSize } from '#src/lib/text/format.ts';
import styles from './announcements.module.css';

const send = (file: File) =>
  saveOnce((key) =>
    api.post<Attachment>(
      `/announcement-files?name=${encodeURIComponent(file.name.slice(0, 120))}`,
      file,
      withIdempotency(key),
    ),
  );

type FileRowProps = { file: Attachment | undefined; onRemove: () => void };

function FileRow({ file, onRemove }: FileRowProps) {
  const { t } = useTranslation('announcements');
  const Icon = file?.type === 'application/pdf' ? FileText : Image;
  const name = file?.name ?? t('attachment');
  return (
    <li className={styles.file}>
      <Icon aria-hidden size={16} strokeWidth={1.75} />
      <bdi>{name}</bdi>
      {file && <small>{formatSize(file.bytes)}</small>}
      <IconButton icon={Trash2} label={t('removeFile', { name })} onClick={onRemove} />
    </li>
  );
}

/**
 * Up to three documents or pictures, uploaded as soon as they are chosen; the field holds their
 * ids. `known` are the saved ones.
 */
export function AttachmentsField({
  known,
  ...props
}: FieldProps<string[]> & { known: readonly Attachment[] }) {
  const { t } = useTranslation('announcements');
  const [sent, setSent] = useState<readonly Attachment[]>([]);
  const [problem, setProblem] = useState<string>();
  const chooser = useRef<HTMLInputElement>(null);
  const fileOf = (id: string) => [...known, ...sent].find(({ _id }) => _id === id);
  const field = useField(props, (ids) =>
    ids.map((id) => fileOf(id)?.name ?? t('attachment')).join(', '),
  );
  const { getValues } = useFormContext<Record<string, string[]>>();
  const error = problem ?? field.error;
  const take = async (file: File) => {
    setProblem(undefined);
    if (file.size > MAX_ATTACHMENT_BYTES)
      return setProblem(t('fileTooLarge', { size: formatSize(MAX_ATTACHMENT_BYTES) }));
    const result = await send(file);
    if (result.outcome !== 'saved') return setProblem(failureText(result));
    setSent((files) => [...files, result.row]);
    // Another file may have come, or gone, while this one was on its way.
    field.change([...(getValues(props.name) ?? []), result.row._id]);
  };
  return (
    <FieldFrame
      {...props}
      help={t('filesHelp', { count: MAX_ATTACHMENTS, size: formatSize(MAX_ATTACHMENT_BYTES) })}
      field={{ ...field, error }}
      wide
    >
      {(control) => (
        <Stack gap={2}>
          {field.value.length > 0 && (
            <ul>
              {field.value.map((id) => (
                <FileRow
                  key={id}
                  file={fileOf(id)}
                  onRemove={() => field.change(field.value.filter((other) => other !== id))}
                />
              ))}
            </ul>
          )}
          <Row>
            <Button
              icon={Paperclip}
              ref={field.ref as Ref<HTMLButtonElement>}
              aria-describedby={control['aria-describedby']}
              data-invalid={error !== undefined || undefined}
              disabled={field.value.length >= MAX_ATTACHMENTS}
              onClick={() => chooser.current?.click()}
            >
              {t('attach')}
            </Button>
          </Row>
          <input
            ref={chooser}
            id={control.id}
            type="file"
            hidden
            accept={attachmentTypes.join(',')}
            aria-label={props.label}
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              target.value = '';
              if (file) void take(file);
            }}
          />
        </Stack>
      )}
    </FieldFrame>
  );
}
