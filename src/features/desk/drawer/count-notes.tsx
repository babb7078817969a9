import { Minus, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PriceCurrency } from '#contract/money/currencies.ts';
import { notes } from '#contract/money/notes.ts';
import { decimalsOf } from '#contract/money/currencies.ts';
import { IconButton, Button } from '#src/components/kit/button.tsx';
import { PanelText } from '#src/components/kit/panel.tsx';
import { SmallTable } from '#src/components/kit/small-table.tsx';
import { formatNumber } from '#src/lib/text/format.ts';
import { showMoney } from '#src/lib/text/money.ts';
import { Segments } from '#src/components/kit/segments.tsx';
import { AmountBox } from './amount-box.tsx';
import { drawerCounted, type CountedCurrency } from './count-state.ts';
import styles from '#src/entities/drawer/drawer-parts.module.css';

type NotesProps = {
  currency: PriceCurrency;
  counted: CountedCurrency;
  onChange: (counted: CountedCurrency) => void;
};

const noteText = (note: number, currency: PriceCurrency) =>
  formatNumber(note / 10 ** decimalsOf(currency));

function NoteRow({ currency, note, counted, onChange }: NotesProps & { note: number }) {
  const { t } = useTranslation(['drawer', 'common']);
  const many = counted.notes[note] ?? null;
  const number = typeof many === 'number' ? many : 0;
  const put = (next: CountedCurrency['notes'][string]) =>
    onChange({ ...counted, notes: { ...counted.notes, [note]: next } });
  const name = t('note', { note: noteText(note, currency), currency });
  return (
    <tr>
      <th scope="row" data-end>
        {noteText(note, currency)}
      </th>
      <td>
        <div className={styles.steps} role="group" aria-label={name} dir="ltr">
          <IconButton
            icon={Minus}
            label={t('common:money.fewer')}
            isAtEnd={number === 0}
            onClick={() => put(number - 1)}
          />
          <AmountBox label={name} value={many} onChange={put} />
          <IconButton icon={Plus} label={t('common:money.more')} onClick={() => put(number + 1)} />
        </div>
      </td>
      <td data-end>
        <bdi dir="ltr" className={number === 0 ? styles.nothing : undefined}>
          {showMoney(number * note, currency)}
        </bdi>
      </td>
    </tr>
  );
}

/** One currency of the drawer: the number of each note, or their sum. */
export function CountNotes({ currency, counted, onChange }: NotesProps) {
  const { t } = useTranslation('drawer');
  const sum = drawerCounted(counted);
  const shown = sum === null ? t('notCounted') : showMoney(sum, currency);
  return (
    <>
      <div className={styles.way}>
        <Segments
          label={t('way')}
          options={(['notes', 'sum'] as const).map((way) => ({
            value: way,
            label: t(`ways.${way}`),
          }))}
          value={counted.way}
          onChoose={(way) => onChange({ ...counted, way })}
        />
        <Button onClick={() => onChange({ ...counted, way: 'sum', sum: 0 })}>
          {t('none', { currency })}
        </Button>
      </div>
      {counted.way === 'sum' ? (
        <PanelText>
          <AmountBox
            label={t('countedSum', { currency })}
            currency={currency}
            value={counted.sum}
            onChange={(typed) => onChange({ ...counted, sum: typed })}
          />
        </PanelText>
      ) : (
        <SmallTable className={styles.notes}>
          <thead>
            <tr>
              <th scope="col" data-end>
                {t('noteHead')}
              </th>
              <th scope="col">{t('howMany')}</th>
              <th scope="col" data-end>
                {currency}
              </th>
            </tr>
          </thead>
          <tbody>
            {notes[currency].map((note) => (
              <NoteRow
                key={note}
                note={note}
                currency={currency}
                counted={counted}
                onChange={onChange}
              />
            ))}
          </tbody>
        </SmallTable>
      )}
      <p className={styles.total}>
        <span>{t('counted')}</span>
        <output>
          <bdi dir="ltr">{shown}</bdi>
        </output>
      </p>
    </>
  );
}
