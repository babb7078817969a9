import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { staffAccountsList } from '#contract/centre/staff-accounts-list.ts';
import type { StaffAccount } from '#contract/centre/staff-accounts.ts';
import { Button } from '#src/components/kit/button.tsx';
import { Panel, PanelText } from '#src/components/kit/panel.tsx';
import { PlainField } from '#src/components/kit/plain-field.tsx';
import { Toolbar } from '#src/components/kit/toolbar.tsx';
import { api, ApiError } from '#src/lib/request/api.ts';
import { readFailureText } from '#src/lib/request/failure-text.ts';
import { editPath, paths } from '#src/lib/paths.ts';
import styles from './staff-accounts.module.css';

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
    <form
      className={styles.find}
      aria-labelledby={id}
      onSubmit={(event) => {
        event.preventDefault();
        void find();
      }}
    >
      <Panel id={id} title={t('find.title')}>
        <PanelText>
          <PlainField
            label={t('find.email')}
            type="email"
            required
            autoComplete="off"
            help={t('find.hint')}
            error={problem}
            isAnswer
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
          <Toolbar>
            <Button type="submit" disabled={isAsking}>
              {t('find.open')}
            </Button>
          </Toolbar>
        </PanelText>
      </Panel>
    </form>
  );
}
