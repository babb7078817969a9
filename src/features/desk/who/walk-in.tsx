import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { VisitPayer } from '#contract/desk/visits.ts';
import cards from '#src/features/desk/cards.module.css';
import { BUYER_ID } from '#src/features/desk/places.ts';
import { PlainField } from '#src/components/kit/plain-field.tsx';

type WalkInPayer = Extract<VisitPayer, { kind: 'walkIn' }>;

/** A buyer who is known by name only, or not at all. */
export function WalkIn({
  payer,
  isNeeded,
  errors,
  onChange,
}: {
  payer: WalkInPayer;
  /** True if the sale cannot be ended without the name. */
  isNeeded: boolean;
  /** The server's objections to the visit, by field. */
  errors: Readonly<Record<string, string>>;
  onChange: (payer: WalkInPayer) => void;
}) {
  const { t } = useTranslation(['desk', 'common']);
  const name = useRef<HTMLInputElement>(null);
  const phone = useRef<HTMLInputElement>(null);
  const { 'payer.name': wrongName, 'payer.phone': wrongPhone } = errors;
  useEffect(() => {
    if (wrongName !== undefined) name.current?.focus();
    else if (wrongPhone !== undefined) phone.current?.focus();
  }, [wrongName, wrongPhone]);
  return (
    <div id={BUYER_ID} className={cards.buyer}>
      <PlainField
        ref={name}
        label={t('who.walkInName')}
        error={wrongName}
        required={isNeeded}
        placeholder={isNeeded ? undefined : t('common:form.optional')}
        value={payer.name}
        maxLength={80}
        onChange={({ target }) => onChange({ ...payer, name: target.value })}
      />
      <PlainField
        ref={phone}
        label={t('phone')}
        error={wrongPhone}
        dir="ltr"
        inputMode="tel"
        value={payer.phone}
        maxLength={20}
        onChange={({ target }) => onChange({ ...payer, phone: target.value })}
      />
    </div>
  );
}
