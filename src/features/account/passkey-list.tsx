import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnPasskey } from '#contract/centre/second-factor.ts';
import { Button } from '#src/components/kit/button.tsx';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import { HeadLine, Row, Stack } from '#src/components/kit/layout.tsx';
import { PanelList } from '#src/components/kit/panel.tsx';
import { PlainField } from '#src/components/kit/plain-field.tsx';
import { useOneField } from '#src/entities/second-factor/factor-set-up.tsx';
import { api } from '#src/lib/request/api.ts';
import { formatDateTime } from '#src/lib/text/format.ts';

type PasskeyListProps = {
  passkeys: readonly OwnPasskey[];
  onRemove: (passkey: OwnPasskey) => void;
  onChanged: () => void;
};

/** Gives a passkey another name. */
function RenameForm({ passkey, onDone }: { passkey: OwnPasskey; onDone: () => void }) {
  const { t } = useTranslation(['second-factor', 'common']);
  const [name, setName] = useState(passkey.name);
  const { error, message, isBusy, submit } = useOneField('name', name, async () => {
    await api.post(`/auth/passkeys/${passkey._id}/rename`, { name }, { quiet: true });
    onDone();
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap={2}>
        <PlainField
          name="name"
          label={t('passkey.name')}
          value={name}
          error={error}
          onChange={(event) => setName(event.target.value)}
          autoFocus
        />
        <ErrorText role="alert">{message}</ErrorText>
        <Row>
          <Button type="submit" look="solid" busy={isBusy}>
            {t('common:action.save')}
          </Button>
          <Button onClick={onDone}>{t('common:action.cancel')}</Button>
        </Row>
      </Stack>
    </form>
  );
}

/** The person's passkeys, each with its name and its last use. */
export function PasskeyList({ passkeys, onRemove, onChanged }: PasskeyListProps) {
  const { t } = useTranslation('second-factor');
  const [renamed, setRenamed] = useState<string>();
  if (passkeys.length === 0) return <p>{t('passkey.none')}</p>;
  return (
    <PanelList label={t('passkey.title')}>
      {passkeys.map((passkey) => {
        const { _id, name, createdAt, lastUsedAt } = passkey;
        if (_id === renamed)
          return (
            <li key={_id}>
              <RenameForm
                passkey={passkey}
                onDone={() => {
                  setRenamed(undefined);
                  onChanged();
                }}
              />
            </li>
          );
        return (
          <li key={_id}>
            <HeadLine>
              <div>
                <b>{name}</b>
                <p>
                  {lastUsedAt === null
                    ? t('passkey.since', { when: formatDateTime(createdAt) })
                    : t('passkey.lastUsed', { when: formatDateTime(lastUsedAt) })}
                </p>
              </div>
              <Row>
                <Button
                  aria-label={t('passkey.renameOne', { name })}
                  onClick={() => setRenamed(_id)}
                >
                  {t('passkey.rename')}
                </Button>
                <Button
                  tone="danger"
                  aria-label={t('passkey.removeOne', { name })}
                  onClick={() => onRemove(passkey)}
                >
                  {t('passkey.remove')}
                </Button>
              </Row>
            </HeadLine>
          </li>
        );
      })}
    </PanelList>
  );
}
