import { chakra } from '@chakra-ui/react/styled-system';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChakraDialog } from '#src/components/feedback/dialog.tsx';
import { Button } from '#src/components/kit/button.tsx';

const GROUP = /.{1,4}/g;

type PasswordDialogProps = {
  /** The owner of the password. */
  name: string;
  /** `null` if the server's answer was lost, because a password is sent only once. */
  password: string | null;
  onClose: () => void;
};

/** Shows a temporary password, the only time it can be read. */
export function PasswordDialog({ name, password, onClose }: PasswordDialogProps) {
  const { t } = useTranslation('staff-accounts');
  const [outcome, setOutcome] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(password ?? '');
      setOutcome(t('password.copied'));
    } catch {
      // Over plain HTTP the browser has no clipboard.
      setOutcome(t('password.notCopied'));
    }
  };
  return (
    <ChakraDialog
      title={t('password.title', { name })}
      description={t(password === null ? 'password.lost' : 'password.hint', { name })}
      onClose={onClose}
      footer={
        <>
          {password !== null && (
            <Button icon={Copy} onClick={() => void copy()}>
              {t('password.copy')}
            </Button>
          )}
          <Button look="solid" onClick={onClose}>
            {t('password.done')}
          </Button>
        </>
      }
    >
      {password !== null && (
        <chakra.code
          data-temporary-password
          dir="ltr"
          display="flex"
          justifyContent="center"
          gap="3"
          padding="3"
          borderWidth="1px"
          borderRadius="md"
          bg="bg.subtle"
          fontFamily="ui-monospace, monospace"
          fontSize="xl"
          userSelect="all"
        >
          {/* Shown in groups of four, but selected and copied as one word. */}
          {password.match(GROUP)?.map((group, index) => (
            <span key={index}>{group}</span>
          ))}
        </chakra.code>
      )}
      <chakra.p role="status" minHeight="1lh" marginTop="2" color="fg.muted" textStyle="xs">
        {outcome}
      </chakra.p>
    </ChakraDialog>
  );
}
