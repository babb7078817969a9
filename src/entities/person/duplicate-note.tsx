import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Row } from '#src/components/kit/layout.tsx';
import { WarningNote } from '#src/components/page/warning-note.tsx';

/** Warns during typing that this person may exist already; each of `children` is one of them. */
export function DuplicateNote({ children }: { children: ReactNode }) {
  const { t } = useTranslation('people');
  return <WarningNote title={t('record.maybe')}>{children}</WarningNote>;
}

/** A possible duplicate, with the action for it. */
export function DuplicateLine({ text, children }: { text: ReactNode; children: ReactNode }) {
  return (
    <Row align="between">
      {text}
      {children}
    </Row>
  );
}
