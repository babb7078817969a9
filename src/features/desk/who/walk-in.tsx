import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { VisitPayer } from '#contract/desk/visits.ts';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import controls from '#src/theme/controls.module.css';

type WalkInPayer = Extract<VisitPayer, { kind: 'walkIn' }>;

/** A buyer who is known by name only. */
export function WalkIn({
  payer,
  errors,
  onChange,
}: {
  payer: WalkInPayer;
  /** The server's objections to the visit, by field. */
  errors: Readonly<Record<string, string>>;
  onChange: (payer: WalkInPayer) => void;
}) {
  const { t } = useTranslation('desk');
  const id = useId();
  const name = useRef<HTMLInputElement>(null);
  const phone = useRef<HTMLInputElement>(null);
  const { 'payer.name': wrongName, 'payer.phone': wrongPhone } = errors;
  useEffect(() => {
    if (wrongName !== undefined) name.current?.focus();
    else if (wrongPhone !== undefined) phone.current?.focus();
  }, [wrongName, wrongPhone]);
  return (
    <>
      <label className={controls.field}>
        <span className={controls.label}>{t('who.walkInName')}</span>
        <span className={controls.input}>
          <input
            ref={name}
            aria-invalid={wrongName !== undefined}
            aria-describedby={wrongName && `${id}-name`}
            value={payer.name}
            maxLength={80}
            required
            onChange={({ target }) => onChange({ ...payer, name: target.value })}
          />
        </span>
        {wrongName !== undefined && (
          <ErrorText as="span" id={`${id}-name`}>
            {wrongName}
          </ErrorText>
        )}
      </label>
      <label className={controls.field}>
        <span className={controls.label}>{t('phone')}</span>
        <span className={controls.input}>
          <input
            ref={phone}
            aria-invalid={wrongPhone !== undefined}
            aria-describedby={wrongPhone && `${id}-phone`}
            dir="ltr"
            inputMode="tel"
            value={payer.phone}
            maxLength={20}
            onChange={({ target }) => onChange({ ...payer, phone: target.value })}
          />
        </span>
        {wrongPhone !== undefined && (
          <ErrorText as="span" id={`${id}-phone`}>
            {wrongPhone}
          </ErrorText>
        )}
      </label>
    </>
  );
}
