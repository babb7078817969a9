import { useTranslation } from 'react-i18next';
import { MoneyInput } from '#src/components/money/money-input.tsx';
import type { Visit } from '#src/features/desk/use-visit.ts';
import { changeAdjustment } from '#src/features/desk/visit-basket.ts';
import type { DraftAdjustment } from '#src/features/desk/visit-draft.ts';
import controls from '#src/theme/controls.module.css';

/** A free line by an admin: it adds to the bill or reduces it, always with a reason. */
export function AdjustmentPart({
  visit: { change },
  line,
}: {
  visit: Visit;
  line: DraftAdjustment;
}) {
  const { t } = useTranslation('desk');
  const { amountLAK } = line;
  const isOff = typeof amountLAK === 'number' && amountLAK < 0;
  const set = (changes: Partial<DraftAdjustment>) =>
    change((before) => changeAdjustment(before, line.key, changes));
  const size = typeof amountLAK === 'number' ? Math.abs(amountLAK) : amountLAK;
  return (
    <>
      <div className={controls.segments} role="group" aria-label={t('line.direction')}>
        {[false, true].map((off) => (
          <button
            key={String(off)}
            type="button"
            aria-pressed={isOff === off}
            disabled={typeof amountLAK !== 'number'}
            onClick={() => typeof size === 'number' && set({ amountLAK: off ? -size : size })}
          >
            {t(off ? 'line.takesOff' : 'line.adds')}
          </button>
        ))}
      </div>
      <MoneyInput
        label={t('line.amount')}
        currency="LAK"
        value={size}
        onChange={(value) =>
          set({ amountLAK: typeof value === 'number' && isOff ? -value : value })
        }
      />
      <label className={controls.field}>
        <span className={controls.label}>{t('line.reason')}</span>
        <span className={controls.input}>
          <input
            maxLength={200}
            required
            value={line.reason}
            onChange={({ target }) => set({ reason: target.value })}
          />
        </span>
      </label>
    </>
  );
}
