import { Lock } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BeyondSignature } from '#contract/signatures.ts';
import type { PricedLine } from '#contract/desk/visit-prices.ts';
import type { DiscountChoice } from '#contract/desk/visits.ts';
import { Button } from '#src/components/kit/button.tsx';
import { Note } from '#src/components/kit/note.tsx';
import { useBeyondText } from '#src/entities/approval/beyond-text.ts';
import lineStyles from '#src/features/desk/pay.module.css';
import type { Visit } from '#src/features/desk/use-visit.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { PlainField } from '#src/components/kit/plain-field.tsx';
import { useServerUnreachable } from '#src/offline/use-server-unreachable.ts';
import { useDiscountLimit } from './discount-limit.ts';

const SignDialog = lazy(async () => ({
  default: (await import('#src/entities/approval/sign-dialog.tsx')).SignDialog,
}));

type ByHandChoice = Extract<DiscountChoice, { kind: 'byHand' }>;
/** The figures that a second person signed for; they stay on the device with the draft. */
type SignedChoice = ByHandChoice & {
  signed?: { by: string; quantity: number; discountLAK: number };
};

/** The figure of the line that is larger than what was signed, if there is one. */
function beyondOf(
  { signed }: SignedChoice,
  line: { quantity: number; discountLAK: number },
): BeyondSignature | undefined {
  const figure = (['quantity', 'discountLAK'] as const).find(
    (name) => signed !== undefined && line[name] > signed[name],
  );
  return (
    signed &&
    figure && { signedBy: signed.by, figure, signed: signed[figure], wanted: line[figure] }
  );
}
type ByHandProps = {
  visit: Visit;
  line: PricedLine;
  choice: ByHandChoice;
  onChange: (choice: ByHandChoice) => void;
};

/** A percentage by hand with its reason; above the branch's limit a second person signs. */
export function ByHand({ visit, line, choice, onChange }: ByHandProps) {
  const { t } = useTranslation('desk');
  const { branchId, draft } = visit;
  const limit = useDiscountLimit(visit);
  const isAway = useServerUnreachable();
  const [isSigning, setSigning] = useState(false);
  const beyondText = useBeyondText();
  const classId = draft.places.find(({ key }) => key === line.key)?.classId ?? null;
  const sums = { quantity: line.quantity, discountLAK: line.amountLAK - line.netLAK };
  const beyond = beyondOf(choice, sums);
  const act = {
    kind: 'discount' as const,
    branchId,
    lineKey: line.key,
    studentKey: line.studentKey,
    classId,
    productId: line.kind === 'product' ? line.refId : null,
    percent: choice.percent,
    ...sums,
  };
  const { signed: _signed, ...unsigned } = choice as SignedChoice;
  const setPercent = (text: string) => {
    const percent = Number(text);
    // A signature is valid for this percentage only.
    if (Number.isInteger(percent) && percent >= 1 && percent <= 100)
      onChange({ ...unsigned, percent, approvalToken: null });
  };
  return (
    <>
      <div className={lineStyles.byHand}>
        <PlainField
          label={t('discount.percent')}
          inputMode="numeric"
          type="number"
          min={1}
          max={100}
          value={choice.percent}
          onChange={({ target }) => setPercent(target.value)}
        />
        <PlainField
          label={t('line.reason')}
          maxLength={200}
          required
          value={choice.reason}
          onChange={({ target }) => onChange({ ...choice, reason: target.value })}
        />
      </div>
      {choice.percent > limit && (choice.approvalToken === null || beyond) && (
        <Note tone="wait" icon={Lock}>
          <p>
            {beyond
              ? beyondText(beyond)
              : t(isAway ? 'away.discount' : 'discount.aboveLimit', { limit })}
          </p>
          <Button
            onClick={() =>
              onChange({ ...unsigned, percent: Math.max(1, limit), approvalToken: null })
            }
          >
            {t('discount.useLimit', { limit })}
          </Button>
          <Button disabled={isAway} onClick={() => setSigning(true)}>
            {t('sign.here')}
          </Button>
        </Note>
      )}
      {isSigning && (
        <Suspense fallback={null}>
          <SignDialog
            act={act}
            text={t('discount.signText', {
              percent: choice.percent,
              sum: formatNumber(sums.discountLAK),
            })}
            onClose={() => setSigning(false)}
            onSigned={(approvalToken, by) => {
              setSigning(false);
              onChange({ ...choice, approvalToken, signed: { by, ...sums } } as SignedChoice);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
