import { useTranslation } from 'react-i18next';
import type { VisitPayer } from '#contract/visits.ts';
import controls from '#src/theme/controls.module.css';

type WalkInPayer = Extract<VisitPayer, { kind: 'walkIn' }>;

/** A buyer who is known by name only. */
export function WalkIn({
  payer,
  onChange,
}: {
  payer: WalkInPayer;
  onChange: (payer: WalkInPayer) => void;
}) {
  const { t } = useTranslation('desk');
  return (
    <>
      <label className={controls.field}>
        <span className={controls.label}>{t('who.walkInName')}</span>
        <span className={controls.input}>
          <input
            value={payer.name}
            maxLength={80}
            required
            onChange={({ target }) => onChange({ ...payer, name: target.value })}
          />
        </span>
      </label>
      <label className={controls.field}>
        <span className={controls.label}>{t('phone')}</span>
        <span className={controls.input}>
          <input
            dir="ltr"
            inputMode="tel"
            value={payer.phone}
            maxLength={20}
            onChange={({ target }) => onChange({ ...payer, phone: target.value })}
          />
        </span>
      </label>
    </>
  );
}
