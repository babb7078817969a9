import { Minus, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#src/components/kit/button.tsx';
import lineStyles from '#src/features/desk/pay.module.css';
import { FieldRow } from '#src/components/kit/field.tsx';

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
    <FieldRow label={label} isBare>
      {({ id }) => (
        <div id={id} dir="ltr" role="group" aria-label={label} className={lineStyles.stepper}>
          <IconButton
            icon={Minus}
            label={t('money.fewer')}
            disabled={disabled}
            isAtEnd={value <= 1}
            onClick={() => onChange(value - 1)}
          />
          <output>{value}</output>
          <IconButton
            icon={Plus}
            label={t('money.more')}
            disabled={disabled}
            isAtEnd={value >= max}
            onClick={() => onChange(value + 1)}
          />
        </div>
      )}
    </FieldRow>
  );
}
