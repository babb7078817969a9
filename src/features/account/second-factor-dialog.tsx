import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecoveryCodes, SecondFactorState } from '#contract/centre/second-factor.ts';
import { Button } from '#src/components/kit/button.tsx';
import { Dialog } from '#src/components/kit/dialog.tsx';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import { Row, Stack } from '#src/components/kit/layout.tsx';
import { Note } from '#src/components/kit/note.tsx';
import { PasswordField, PlainField } from '#src/components/kit/plain-field.tsx';
import { LineSkeleton } from '#src/components/kit/skeleton.tsx';
import { api, ApiError } from '#src/lib/request/api.ts';
import { readFailureText } from '#src/lib/request/failure-text.ts';
import { showToast } from '#src/lib/toast.ts';
import { FactorSetUp, NewRecoveryCodes } from '#src/entities/second-factor/factor-set-up.tsx';

const PATH = '/auth/second-factor';
const queryKey = ['second-factor'];

type Act = 'recovery-codes' | 'remove';

/** New recovery codes, or the end of the factor; both ask for the password and a code. */
function ProofForm({ isAsked, onDone }: { isAsked: boolean; onDone: () => void }) {
  const { t } = useTranslation('second-factor');
  const [proof, setProof] = useState({ password: '', code: '' });
  const [fields, setFields] = useState<Record<string, string>>({});
  const [message, setMessage] = useState('');
  const [codes, setCodes] = useState<string[]>();
  const act = async (which: Act) => {
    setFields({});
    setMessage('');
    try {
      const answer = await api.post<RecoveryCodes | { done: true }>(`${PATH}/${which}`, proof, {
        quiet: true,
      });
      if ('codes' in answer) return setCodes(answer.codes);
      showToast('success', t('removed'));
      return onDone();
    } catch (error) {
      if (error instanceof ApiError && error.body.fields) setFields(error.body.fields);
      else setMessage(readFailureText(error));
    }
  };
  if (codes) return <NewRecoveryCodes codes={codes} onKept={onDone} />;
  const field = (name: keyof typeof proof) => ({
    name,
    label: t(name),
    value: proof[name],
    error: fields[name],
    onChange: (event: { target: { value: string } }) =>
      setProof({ ...proof, [name]: event.target.value }),
  });
  const isFilled = proof.password !== '' && proof.code !== '';
  return (
    <Stack gap={3}>
      <PasswordField {...field('password')} autoComplete="current-password" />
      <PlainField {...field('code')} autoComplete="one-time-code" />
      <ErrorText role="alert">{message}</ErrorText>
      <Row>
        <Button disabled={!isFilled} onClick={() => void act('recovery-codes')}>
          {t('recovery.renew')}
        </Button>
        {!isAsked && (
          <Button tone="danger" disabled={!isFilled} onClick={() => void act('remove')}>
            {t('remove')}
          </Button>
        )}
      </Row>
    </Stack>
  );
}

/** The person's own second factor: set-up, recovery codes, and its end. */
export function SecondFactorDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['second-factor', 'common']);
  const client = useQueryClient();
  const { data: state, error } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get<SecondFactorState>(PATH, { signal, quiet: true }),
    staleTime: 0,
    meta: { persist: false },
  });
  const done = () => {
    void client.invalidateQueries({ queryKey });
    onClose();
  };
  return (
    <Dialog
      title={t('title')}
      description={t('help')}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('common:action.close')}</Button>}
    >
      {error && (
        <Note tone="bad" role="alert">
          {readFailureText(error)}
        </Note>
      )}
      {!state && !error && <LineSkeleton height="4rem" />}
      {state && !state.isOn && <FactorSetUp onDone={done} />}
      {state?.isOn && (
        <Stack gap={3}>
          <p>{t('on', { count: state.recoveryLeft })}</p>
          <ProofForm isAsked={state.isAsked} onDone={done} />
        </Stack>
      )}
    </Dialog>
  );
}
