import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { WarningNote } from '#src/components/page/warning-note.tsx';

/** Warns during typing that this person may exist already; each of `children` is one of them. */
export function DuplicateNote({ children }: { children: ReactNode }) {
  const { t } = useTranslation('people');
  return <WarningNote title={t('record.maybe')}>{children}</WarningNote>;
}

/** A possible duplicate, with the action for it. */
export function DuplicateLine({ text, children }: { text: string; children: ReactNode }) {
  return (
    <chakra.div
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      justifyContent="space-between"
      gap="2"
      minHeight="touch"
    >
      {text}
      {children}
    </chakra.div>
  );
}
