import { Minus, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import lineStyles from '#src/features/desk/line/line.module.css';
import controls from '#src/theme/controls.module.css';

type StepperProps = {
  label: string;
  value: number;
  max: number;
  disabled?: boolean;
  onChange: (value: number) => void;
};

/** A small whole number with buttons for one less and one more. */
export function Stepper({ label, value, max, disabled = false, onChange }: StepperProps) {
  const { t } = useTranslation();
  return (
    <div className={controls.field}>
      <span className={controls.label}>{label}</span>
      <div dir="ltr" role="group" aria-label={label} className={lineStyles.stepper}>
        <button
          type="button"
          className={controls.icon}
          aria-label={t('money.fewer')}
          disabled={disabled || value <= 1}
          onClick={() => onChange(value - 1)}
        >
          <Minus aria-hidden size={16} />
        </button>
        <output>{value}</output>
        <button
          type="button"
          className={controls.icon}
          aria-label={t('money.more')}
          disabled={disabled || value >= max}
          onClick={() => onChange(value + 1)}
        >
          <Plus aria-hidden size={16} />
        </button>
      </div>
    </div>
  );
}
