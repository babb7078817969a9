import { Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isKeptPhone } from '#contract/people/phone.ts';
import { Button, type ButtonLook } from '#src/components/kit/button.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';

type Props = Pick<ButtonLook, 'look'> & {
  phone: string;
  'aria-label'?: string;
  children: ReactNode;
};

/** Calls a number by a tap. Of a copy on the device only the end is known: then it says why not. */
export function CallLink({ phone, ...button }: Props) {
  const { t } = useTranslation('people');
  if (!isKeptPhone(phone)) return <LinkButton icon={Phone} href={`tel:${phone}`} {...button} />;
  return (
    <>
      <Button icon={Phone} disabled {...button} />
      <small>{t('callOff')}</small>
    </>
  );
}
