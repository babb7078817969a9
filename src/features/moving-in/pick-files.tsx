import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, type ButtonLook } from '#src/components/kit/button.tsx';
import { Note } from '#src/components/kit/note.tsx';
import { useOnline } from '#src/offline/use-online.ts';
import { useDroppedFiles, type RefusedFile } from './move-files.ts';

type PickFilesProps = Pick<ButtonLook, 'look' | 'icon'> & {
  label: string;
  isBusy: boolean;
  onFiles: (files: File[]) => void;
};

/** The button that takes one or more files; they may be dropped on the page too. */
export function PickFiles({ label, isBusy, onFiles, ...button }: PickFilesProps) {
  const input = useId();
  const isOnline = useOnline();
  useDroppedFiles(isOnline && !isBusy ? onFiles : undefined);
  return (
    <>
      <input
        id={input}
        type="file"
        hidden
        multiple
        aria-label={label}
        accept=".xlsx,.csv,.tsv,.txt"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
      <Button
        {...button}
        busy={isBusy}
        disabled={!isOnline}
        onClick={() => document.getElementById(input)?.click()}
      >
        {label}
      </Button>
    </>
  );
}

/** The files that could not be read, each with its reason. */
export function RefusedFiles({ files }: { files: readonly RefusedFile[] }) {
  const { t } = useTranslation('moving-in');
  if (files.length === 0) return null;
  return (
    <Note tone="wait" role="alert" title={t('upload.refused', { count: files.length })}>
      <ul>
        {files.map(({ name, reason }) => (
          <li key={name}>
            <bdi>{name}</bdi>: {reason}
          </li>
        ))}
      </ul>
    </Note>
  );
}
