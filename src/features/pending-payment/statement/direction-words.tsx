import { useTranslation } from 'react-i18next';
import { InputBox } from '#src/components/kit/field.tsx';
import styles from './statement.module.css';

export type Directions = Partial<Record<string, 'in' | 'out' | undefined>>;

/** Asks for each word of the column with the direction, whether it means money in or out. */
export function DirectionWords({
  words,
  directions,
  onDirect,
}: {
  words: readonly string[];
  directions: Directions;
  onDirect: (word: string, direction: 'in' | 'out' | undefined) => void;
}) {
  const { t } = useTranslation('pending-payment');
  if (words.length === 0) return null;
  return (
    <fieldset className={styles.asked}>
      <legend>{t('statement.directions')}</legend>
      {words.map((word) => (
        <label key={word} className={styles.word}>
          <span>{word}</span>
          <InputBox>
            <select
              value={directions[word] ?? ''}
              onChange={({ target: { value } }) =>
                onDirect(word, value === 'in' || value === 'out' ? value : undefined)
              }
            >
              <option value="">{t('statement.direction.unsaid')}</option>
              <option value="in">{t('statement.direction.in')}</option>
              <option value="out">{t('statement.direction.out')}</option>
            </select>
          </InputBox>
        </label>
      ))}
    </fieldset>
  );
}
