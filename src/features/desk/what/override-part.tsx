import { ShieldCheck } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OverriddenCheck } from '#contract/centre/approvals.ts';
import type { DeskClass } from '#contract/desk/desk.ts';
import { Button } from '#src/components/kit/button.tsx';
import styles from '#src/features/desk/desk.module.css';
import type { SeatLine } from '#src/features/desk/visit-draft.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { InputBox } from '#src/components/kit/field.tsx';

const SignDialog = lazy(async () => ({
  default: (await import('#src/entities/approval/sign-dialog.tsx')).SignDialog,
}));

/** The branch and the student that a signature for a seat or a time names. */
export type Signs = { branchId: string; studentKey: string };

type OverrideProps = {
  one: DeskClass;
  signs: Signs;
  onOverride: (override: SeatLine['override']) => void;
};

/**
 * Takes a seat in a full class, or a time with a clash: first the reason, then the button. If the
 * clerk may not, a second person signs.
 */
export function OverridePart({ one, signs, onOverride }: OverrideProps) {
  const { t } = useTranslation('desk');
  const mayOverride = useCan('classes:override');
  const [reason, setReason] = useState<string>();
  const [isSigning, setSigning] = useState(false);
  const checks = one.findings
    .filter(({ weight }) => weight === 'override')
    .map(({ check }) => check)
    .filter((check): check is OverriddenCheck => check === 'seats' || check === 'timeClash');
  const isFull = one.seatsTaken >= one.capacity;
  if (reason === undefined) {
    return (
      <Button icon={ShieldCheck} onClick={() => setReason('')}>
        {isFull ? t('override.seat', { n: formatNumber(one.seatsTaken + 1) }) : t('override.clash')}
      </Button>
    );
  }
  return (
    <>
      <form
        className={styles.row}
        onSubmit={(event) => {
          event.preventDefault();
          if (reason.trim() === '') return;
          if (mayOverride) onOverride({ reason: reason.trim(), approvalToken: null });
          else setSigning(true);
        }}
      >
        <InputBox className={styles.grow}>
          <input
            aria-label={t('line.reason')}
            maxLength={200}
            required
            autoFocus
            placeholder={
              one.waiting > 0 ? t('override.whyWaiting', { count: one.waiting }) : t('override.why')
            }
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        </InputBox>
        <Button type="submit" disabled={reason.trim() === ''}>
          {t(mayOverride ? 'override.do' : 'sign.here')}
        </Button>
      </form>
      {isSigning && (
        <Suspense fallback={null}>
          <SignDialog
            act={{
              kind: 'override',
              ...signs,
              classId: one.classId,
              checks,
              waiting: one.waiting,
            }}
            text={[
              t('override.signText', { class: one.classCode }),
              ...(one.waiting > 0 ? [t('override.waiting', { count: one.waiting })] : []),
            ].join('. ')}
            onClose={() => setSigning(false)}
            onSigned={(approvalToken) => onOverride({ reason: reason.trim(), approvalToken })}
          />
        </Suspense>
      )}
    </>
  );
}
