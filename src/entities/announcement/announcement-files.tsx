import { FileText, Image } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Attachment } from '#contract/centre/announcements.ts';
import { Button } from '#src/components/kit/button.tsx';
import { saveFile } from '#src/lib/browser/save-file.ts';
import { api } from '#src/lib/request/api.ts';
import { formatSize } from '#src/lib/text/format.ts';
import styles from './announcement.module.css';

function FileButton({ file }: { file: Attachment }) {
  const { t } = useTranslation('announcements');
  const [failed, setFailed] = useState(false);
  const Icon = file.type === 'application/pdf' ? FileText : Image;
  const save = async () => {
    setFailed(false);
    // A plain link would lack the session's authorisation.
    const content = await api
      .send('GET', `/announcement-files/${file._id}`, {}, (response) => response.blob())
      .catch(() => undefined);
    if (content) saveFile(content, file.name);
    else setFailed(true);
  };
  return (
    <li>
      <Button icon={Icon} onClick={() => void save()}>
        <bdi>{file.name}</bdi>
        <small>{formatSize(file.bytes)}</small>
      </Button>
      {failed && (
        <p role="alert" className={styles.failed}>
          {t('fileFailed')}
        </p>
      )}
    </li>
  );
}

/** The files of an announcement, each with a button to save it. */
export function AnnouncementFiles({ files }: { files: readonly Attachment[] }) {
  const { t } = useTranslation('announcements');
  if (files.length === 0) return null;
  return (
    <ul className={styles.files} aria-label={t('attachments')}>
      {files.map((file) => (
        <FileButton key={file._id} file={file} />
      ))}
    </ul>
  );
}
