import { chakra } from '@chakra-ui/react/styled-system';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { staffAccountsList } from '#contract/centre/staff-accounts-list.ts';
import type { StaffAccount } from '#contract/centre/staff-accounts.ts';
import { Input } from '#src/components/fields/controls.ts';
import { Button } from '#src/components/kit/button.tsx';
import { api, ApiError } from '#src/lib/request/api.ts';
import { readFailureText } from '#src/lib/request/failure-text.ts';
import { editPath, paths } from '#src/lib/paths.ts';

/** Finds an account by e-mail, for people who may change it but have no list. */
export function FindAccount() {
  const { t } = useTranslation('staff-accounts');
  const id = useId();
  const navigate = useNavigate();
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isAsking, setAsking] = useState(false);
  const find = async () => {
    setProblem(undefined);
    setAsking(true);
    try {
      const { _id } = await api.get<StaffAccount>(`${staffAccountsList.path}/find`, {
        query: { email },
        quiet: true,
      });
      await navigate(editPath(paths.editStaff, _id));
    } catch (error) {
      const isUnknown = error instanceof ApiError && (error.status === 404 || error.status === 400);
      setProblem(isUnknown ? t('find.none') : readFailureText(error));
      setAsking(false);
    }
  };
  return (
    <chakra.form
      aria-labelledby={`${id}-title`}
      display="grid"
      gap="2"
      padding="4"
      marginBottom="4"
      bg="bg.panel"
      border="1px solid {colors.border}"
      borderRadius="lg"
      onSubmit={(event) => {
        event.preventDefault();
        void find();
      }}
    >
      <chakra.h2 id={`${id}-title`} fontSize="lg" fontWeight="semibold" lineHeight="tight">
        {t('find.title')}
      </chakra.h2>
      <chakra.label htmlFor={id} textStyle="sm" fontWeight="medium">
        {t('find.email')}
      </chakra.label>
      <chakra.div display="flex" flexWrap="wrap" gap="2">
        <Input
          id={id}
          type="email"
          required
          autoComplete="off"
          flex="1 1 220px"
          width="auto"
          maxWidth="420px"
          aria-describedby={`${id}-about`}
          aria-invalid={problem !== undefined}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <Button type="submit" disabled={isAsking}>
          {t('find.open')}
        </Button>
      </chakra.div>
      <chakra.div id={`${id}-about`} textStyle="xs" color="fg.muted">
        {t('find.hint')}
        <chakra.p role="alert" color="fg.error" fontWeight="medium">
          {problem}
        </chakra.p>
      </chakra.div>
    </chakra.form>
  );
}
