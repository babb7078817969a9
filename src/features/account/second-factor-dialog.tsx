import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type {
  OwnPasskey,
  OwnPasskeys,
  PasskeyCreation,
  RecoveryCodes,
  SecondFactorProof,
  SecondFactorState,
} from '#contract/centre/second-factor.ts';
import { Button } from '#src/components/kit/button.tsx';
import { Dialog } from '#src/components/kit/dialog.tsx';
import { Row, Stack } from '#src/components/kit/layout.tsx';
import { Note } from '#src/components/kit/note.tsx';
import { PlainField } from '#src/components/kit/plain-field.tsx';
import { LineSkeleton } from '#src/components/kit/skeleton.tsx';
import { api } from '#src/lib/request/api.ts';
import { readFailureText } from '#src/lib/request/failure-text.ts';
import { showToast } from '#src/lib/toast.ts';
import { FactorSetUp, NewRecoveryCodes } from '#src/entities/second-factor/factor-set-up.tsx';
import { PasskeyButton } from '#src/entities/second-factor/passkey-button.tsx';
import { makePasskey } from '#src/entities/second-factor/passkey.ts';
import { PasskeyList } from './passkey-list.tsx';
import { ProofStep } from './proof-step.tsx';

const PATH = '/auth/second-factor';
const PASSKEYS = '/auth/passkeys';
const queryKey = ['second-factor'];
const quiet = { quiet: true };

/** The person's factor and passkeys, of which another device may have changed some. */
function useOwnFactor() {
  const client = useQueryClient();
  const { data, error } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const [state, own] = await Promise.all([
        api.get<SecondFactorState>(PATH, { signal, quiet: true }),
        api.get<OwnPasskeys>(PASSKEYS, { signal, quiet: true }),
      ]);
      return { ...state, ...own };
    },
    staleTime: 0,
    meta: { persist: false },
  });
  return { data, error, again: () => void client.invalidateQueries({ queryKey }) };
}

type Factor = SecondFactorState & OwnPasskeys;

/** What the person is about to do, which asks for a proof. */
type Step =
  | { act: 'renew' | 'turnOff' }
  | { act: 'add'; name: string }
  | { act: 'remove'; passkey: OwnPasskey };

type StepProps = { factor: Factor; step: Step; onDone: () => void; onBack: () => void };

/** Proves and does one step. */
function FactorStep({ factor, step, onDone, onBack }: StepProps) {
  const { t } = useTranslation('second-factor');
  const [codes, setCodes] = useState<string[]>();
  const [name, setName] = useState(step.act === 'add' ? step.name : '');
  if (codes) return <NewRecoveryCodes codes={codes} onKept={onDone} />;
  const common = {
    choice: { host: factor.host, hasPasskey: factor.passkeys.length > 0 },
    onBack,
  };
  const finish = (said: string) => {
    showToast('success', said);
    onDone();
  };
  switch (step.act) {
    case 'renew':
      return (
        <ProofStep
          {...common}
          title={t('recovery.renew')}
          label={t('recovery.renew')}
          act={async (proof) => {
            const path = `${PATH}/recovery-codes`;
            setCodes((await api.post<RecoveryCodes>(path, proof, quiet)).codes);
          }}
        />
      );
    case 'turnOff':
      return (
        <ProofStep
          {...common}
          title={t('removeWhat')}
          label={t('remove')}
          isDanger
          act={async (proof) => {
            await api.post(`${PATH}/remove`, proof, quiet);
            finish(t('removed'));
          }}
        />
      );
    case 'add':
      return (
        <ProofStep
          {...common}
          title={t('passkey.add')}
          label={t('passkey.make')}
          act={async (proof: SecondFactorProof) => {
            const options = await api.post<PasskeyCreation>(`${PASSKEYS}/begin`, proof, quiet);
            await api.post(PASSKEYS, { name, passkey: await makePasskey(options) }, quiet);
            finish(t('passkey.added'));
          }}
        >
          <p>{t('passkey.addWhat')}</p>
          <PlainField
            name="name"
            label={t('passkey.name')}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </ProofStep>
      );
    case 'remove':
      return (
        <ProofStep
          {...common}
          title={t('passkey.removeOne', { name: step.passkey.name })}
          label={t('passkey.remove')}
          isDanger
          act={async (proof) => {
            await api.post(`${PASSKEYS}/${step.passkey._id}/remove`, proof, quiet);
            finish(t('passkey.removed'));
          }}
        />
      );
  }
}

/** What can be done with a factor that is on. */
function FactorOn({ factor, onChanged }: { factor: Factor; onChanged: () => void }) {
  const { t } = useTranslation('second-factor');
  const [step, setStep] = useState<Step>();
  const leave = () => setStep(undefined);
  if (step)
    return (
      <FactorStep
        factor={factor}
        step={step}
        onDone={() => {
          leave();
          onChanged();
        }}
        onBack={leave}
      />
    );
  const { passkeys, recoveryLeft, isAsked, host } = factor;
  return (
    <Stack gap={3}>
      <p>{t('on', { count: recoveryLeft })}</p>
      <Row>
        <Button onClick={() => setStep({ act: 'renew' })}>{t('recovery.renew')}</Button>
        {!isAsked && (
          <Button tone="danger" onClick={() => setStep({ act: 'turnOff' })}>
            {t('remove')}
          </Button>
        )}
      </Row>
      <h3>{t('passkey.title')}</h3>
      <p>{t('passkey.help')}</p>
      <PasskeyList
        passkeys={passkeys}
        onRemove={(passkey) => setStep({ act: 'remove', passkey })}
        onChanged={onChanged}
      />
      <PasskeyButton
        host={host}
        label={t('passkey.add')}
        act={async () =>
          setStep({ act: 'add', name: t('passkey.first', { number: passkeys.length + 1 }) })
        }
      />
    </Stack>
  );
}

/** The person's own second factor: set-up, recovery codes, passkeys, and its end. */
export function SecondFactorDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['second-factor', 'common']);
  const { data: factor, error, again } = useOwnFactor();
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
      {!factor && !error && <LineSkeleton height="4rem" />}
      {factor && !factor.isOn && (
        <FactorSetUp
          onDone={() => {
            again();
            onClose();
          }}
        />
      )}
      {factor?.isOn && <FactorOn factor={factor} onChanged={again} />}
    </Dialog>
  );
}
