import { useState, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import type { SetupInput } from '#contract/centre/auth.ts';
import { provinces } from '#contract/people/provinces.ts';
import { Button } from '#src/components/kit/button.tsx';
import { PasswordField, PlainField, PlainSelect } from '#src/components/kit/plain-field.tsx';
import { setUpCentre } from '#src/lib/session/account.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { FormMessage } from './form-message.tsx';
import styles from './sign-in.module.css';
import { useServerForm } from './use-server-form.ts';

type TextName = Exclude<keyof SetupInput, 'demoData'>;
type Values = Record<TextName, string>;

const empty: Values = {
  code: '',
  centreNameEn: '',
  centreNameLo: '',
  branchName: '',
  branchCode: '',
  provinceCode: '',
  firstName: '',
  lastName: '',
  email: '',
  password: '',
};

/**
 * The first-run form of a centre without accounts; the one-time code proves that the person can see
 * the server's console.
 */
export function SetupForm({ onTyping }: { onTyping: () => void }) {
  const { t } = useTranslation('auth');
  const language = useLanguage();
  const [values, setValues] = useState(empty);
  const [demoData, setDemoData] = useState(false);
  // The server checks every value, even the province's code.
  const { form, fields, message, wait, submit } = useServerForm(values, () =>
    setUpCentre({ ...values, demoData } as SetupInput),
  );
  const field = (name: TextName) => ({
    name,
    label: t(`setup.${name}`),
    value: values[name],
    error: fields[name],
    onChange: (event: { target: { value: string } }) => {
      onTyping();
      setValues({ ...values, [name]: event.target.value });
    },
  });
  const plain: ComponentProps<'input'> = { autoComplete: 'off' };
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      <h1 className={styles.title}>{t('setup.title')}</h1>
      <PlainField
        {...field('code')}
        {...plain}
        help={t('setup.codeHelp')}
        autoCapitalize="characters"
        autoFocus
      />
      <fieldset className={styles.part}>
        <legend>{t('setup.centre')}</legend>
        <PlainField {...field('centreNameEn')} {...plain} lang="en" />
        <PlainField {...field('centreNameLo')} {...plain} lang="lo" />
      </fieldset>
      <fieldset className={styles.part}>
        <legend>{t('setup.branch')}</legend>
        <PlainField {...field('branchName')} {...plain} />
        <PlainField
          {...field('branchCode')}
          {...plain}
          help={t('setup.branchCodeHelp')}
          autoCapitalize="characters"
        />
        <PlainSelect {...field('provinceCode')}>
          <option value="">{t('setup.chooseProvince')}</option>
          {provinces.map((province) => (
            <option key={province.code} value={province.code}>
              {province[language]}
            </option>
          ))}
        </PlainSelect>
      </fieldset>
      <fieldset className={styles.part}>
        <legend>{t('setup.you')}</legend>
        <PlainField {...field('firstName')} autoComplete="given-name" />
        <PlainField {...field('lastName')} autoComplete="family-name" />
        <PlainField {...field('email')} type="email" inputMode="email" autoComplete="username" />
        <PasswordField
          {...field('password')}
          help={t('setup.passwordHelp')}
          autoComplete="new-password"
        />
      </fieldset>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={demoData}
          onChange={(event) => setDemoData(event.target.checked)}
        />
        {t('setup.demoData')}
      </label>
      <FormMessage text={message} wait={wait} />
      <Button look="solid" className={styles.submit} type="submit" disabled={wait > 0}>
        {t('setup.create')}
      </Button>
    </form>
  );
}
