import { useTranslation } from 'react-i18next';
import type { ContinuingLetter } from '#contract/classes/continuing-replies.ts';
import { PrintSheet } from '#src/components/print/print-sheet.tsx';
import { useSelfPrint } from '#src/entities/paper/print-when-ready.ts';
import { useCentreNames } from '#src/lib/session/centre.ts';
import { letterFacts } from './letter-facts.ts';
import { LetterSheet } from './letter-sheet.tsx';

type PrintLettersProps = {
  letters: readonly ContinuingLetter[];
  term: string;
  onPrinted: () => void;
};

/** Prints letters, one A5 sheet a family, as soon as they are drawn. */
export function PrintLetters({ letters, term, onPrinted }: PrintLettersProps) {
  const { t } = useTranslation('terms');
  const centre = useCentreNames();
  useSelfPrint(onPrinted);
  return (
    <PrintSheet size="a5" label={t('answers.letters')} isBare isUnseen>
      {letters.map((letter) => (
        <LetterSheet
          key={letter.payerId}
          language={letter.language}
          facts={letterFacts(letter, { centre, term })}
        />
      ))}
    </PrintSheet>
  );
}
