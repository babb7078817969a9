import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Colleague } from '#contract/centre/auth.ts';
import { Dialog } from '#src/components/kit/dialog.tsx';
import { Button } from '#src/components/kit/button.tsx';
import { Stack } from '#src/components/kit/layout.tsx';
import { PasswordField } from '#src/components/kit/plain-field.tsx';
import { Toolbar } from '#src/components/kit/toolbar.tsx';
import { WholeWords } from '#src/components/kit/whole-words.tsx';
import { api } from '#src/lib/request/api.ts';
import { failureText, readFailureText } from '#src/lib/request/failure-text.ts';
import { saveOnce } from '#src/lib/request/save.ts';
import { changePerson } from '#src/lib/session/change-person.ts';
import { keepUnsavedWork } from '#src/lib/unsaved-work.ts';
import { ErrorText } from '#src/components/kit/error-text.tsx';

const queryKey = ['colleagues'];
const useColleagues = () =>
  useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get<Colleague[]>('/auth/colleagues', { signal, quiet: true }),
  });

type ChangePersonDialogProps = { name: string; onClose: () => void };

/**
 * A colleague takes over this device with their own password or PIN; whatever the person before has
 * typed is sealed for that person.
 */
export function ChangePersonDialog({ name, onClose }: ChangePersonDialogProps) {
  const { t } = useTranslation(['desk', 'common']);
  const form = useId();
  const { data: colleagues, error } = useColleagues();
  const [chosenId, setChosenId] = useState<string>();
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const [prefersPassword, setPrefersPassword] = useState(false);
  const [wrong, setWrong] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState(0);
  const chosen =
    colleagues?.find(({ _id }) => _id === chosenId) ??
    (colleagues?.length === 1 ? colleagues[0] : undefined);
  const withPin =
    chosen !== undefined && chosen.usesPin && !(prefersPassword && chosen.usesPassword);
  const way = withPin ? 'pin' : 'password';
  const choose = (_id: string) => {
    setChosenId(_id);
    setPrefersPassword(false);
    setTyped('');
    setWrong(undefined);
    setFailure(undefined);
  };
  const takeOver = async (userId: string) => {
    setWrong(undefined);
    setFailure(undefined);
    if (!(await keepUnsavedWork())) return setFailure(t('person.notKept'));
    const result = await saveOnce(() => changePerson({ userId, [way]: typed }));
    if (result.outcome === 'saved') return undefined;
    if (withPin) {
      // A PIN is typed unseen, so the next try begins in an empty field, which gets the focus.
      setTyped('');
      setRefused((times) => times + 1);
      // After too many wrong ones the PIN is closed.
      void client.invalidateQueries({ queryKey });
    }
    return result.outcome === 'invalid'
      ? setWrong(result.fields[way] ?? failureText(result))
      : setFailure(failureText(result));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!chosen || typed === '' || isBusy) return;
    setBusy(true);
    await takeOver(chosen._id);
    setBusy(false);
  };
  return (
    <Dialog
      title={t('person.who')}
      description={t('person.means', { name })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button
            look="solid"
            type="submit"
            form={form}
            disabled={isBusy || !chosen || typed === ''}
          >
            {t('person.do')}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap={3}>
          {colleagues === undefined && (
            <p role={error ? 'alert' : 'status'}>
              {error ? readFailureText(error) : t('common:loading')}
            </p>
          )}
          {colleagues?.length === 0 && <p>{t('person.none')}</p>}
          {colleagues && colleagues.length > 0 && (
            <Toolbar label={t('person.who')}>
              {colleagues.map(({ _id, firstName, lastName }) => (
                <Button key={_id} aria-pressed={_id === chosen?._id} onClick={() => choose(_id)}>
                  <WholeWords text={`${firstName} ${lastName}`} />
                </Button>
              ))}
            </Toolbar>
          )}
          {chosen && (
            <PasswordField
              key={`${chosen._id} ${way} ${refused}`}
              label={t(`person.${way}`, { name: chosen.firstName })}
              autoFocus
              autoComplete="off"
              inputMode={withPin ? 'numeric' : undefined}
              value={typed}
              error={wrong}
              onChange={({ target }) => setTyped(target.value)}
            />
          )}
          {withPin && chosen.usesPassword && (
            <Button
              look="text"
              onClick={() => {
                setPrefersPassword(true);
                setTyped('');
                setWrong(undefined);
                setFailure(undefined);
              }}
            >
              {t('person.usePassword')}
            </Button>
          )}
          <ErrorText role="alert">{failure}</ErrorText>
        </Stack>
      </form>
    </Dialog>
  );
}
