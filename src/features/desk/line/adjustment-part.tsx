import { useTranslation } from 'react-i18next';
import type { PricedVisit } from '#contract/desk/visit-prices.ts';
import { isReducible, reducedKey } from '#contract/desk/visit-reductions.ts';
import { WHOLE_BILL } from '#contract/desk/visits.ts';
import { DOT } from '#contract/words/dot.ts';
import { MoneyInput } from '#src/components/money/money-input.tsx';
import { useBillWords } from '#src/features/desk/use-bill-words.ts';
import type { Visit } from '#src/features/desk/use-visit.ts';
import { changeAdjustment } from '#src/features/desk/visit-basket.ts';
import type { DraftAdjustment } from '#src/features/desk/visit-draft.ts';
import { draftChildren } from '#src/features/desk/visit-people.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { usePersonName } from '#src/lib/text/person-name.ts';
import { Segments } from '#src/components/kit/segments.tsx';
import { PlainField, PlainSelect } from '#src/components/kit/plain-field.tsx';

type AdjustmentProps = { visit: Visit; priced: PricedVisit; line: DraftAdjustment };

/** The line that a reduction is taken off; asked where the bill has several. */
function OffWhich({
  visit,
  priced,
  line,
  onChoose,
}: AdjustmentProps & { onChoose: (key: string) => void }) {
  const { t } = useTranslation('desk');
  const nameOf = usePersonName();
  const words = useBillWords(visit, visit.draft);
  const charges = priced.lines.filter(isReducible);
  const chosen = reducedKey(line, charges);
  if (charges.length < 2 || chosen === null) return null;
  const children = draftChildren(visit.draft);
  const whoseOf = (key: string | null) => children.find((child) => child.key === key);
  return (
    <PlainSelect
      label={t('line.offWhich')}
      value={chosen}
      onChange={({ target }) => onChoose(target.value)}
    >
      {charges.map((one) => {
        const child = children.length > 1 ? whoseOf(one.studentKey) : undefined;
        const parts = [child && nameOf(child.name), words.nameOf(one), formatNumber(one.netLAK)];
        return (
          <option key={one.key} value={one.key}>
            {parts.filter(Boolean).join(DOT)}
          </option>
        );
      })}
      <option value={WHOLE_BILL}>{t('line.wholeBill')}</option>
    </PlainSelect>
  );
}

/**
 * A free line by an admin: it adds to the bill or is taken off one of its lines, always with a
 * reason.
 */
export function AdjustmentPart({ visit, priced, line }: AdjustmentProps) {
  const { t } = useTranslation('desk');
  const { change } = visit;
  const { amountLAK } = line;
  const isOff = typeof amountLAK === 'number' && amountLAK < 0;
  const set = (changes: Partial<DraftAdjustment>) =>
    change((before) => changeAdjustment(before, line.key, changes));
  const size = typeof amountLAK === 'number' ? Math.abs(amountLAK) : amountLAK;
  return (
    <>
      <Segments
        label={t('line.direction')}
        options={[false, true].map((off) => ({
          value: off,
          label: t(off ? 'line.takesOff' : 'line.adds'),
        }))}
        value={isOff}
        onChoose={(off) => typeof size === 'number' && set({ amountLAK: off ? -size : size })}
        isDisabled={typeof amountLAK !== 'number'}
      />
      <MoneyInput
        label={t('line.amount')}
        currency="LAK"
        value={size}
        onChange={(value) =>
          set({ amountLAK: typeof value === 'number' && isOff ? -value : value })
        }
      />
      {isOff && (
        <OffWhich
          visit={visit}
          priced={priced}
          line={line}
          onChoose={(ofLineKey) => set({ ofLineKey })}
        />
      )}
      <PlainField
        label={t('line.reason')}
        maxLength={200}
        required
        value={line.reason}
        onChange={({ target }) => set({ reason: target.value })}
      />
    </>
  );
}
