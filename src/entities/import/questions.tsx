import { CircleHelp, Info } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { SheetAnswers, SheetQuestion } from '#contract/imports/sheet-questions.ts';
import { Toolbar } from '#src/components/kit/toolbar.tsx';
import { Button } from '#src/components/kit/button.tsx';
import { showDay } from '#src/lib/text/day.ts';
import styles from './import.module.css';

type Key =
  | 'phoneOfFamily'
  | 'phoneOfStudent'
  | 'namesOfOne'
  | 'namesOfSeveral'
  | 'farRight'
  | 'buddhist'
  | 'western'
  | 'dayFirst'
  | 'monthFirst'
  | 'swapped'
  | 'asWritten';
type Answer = { key: Key; answer: SheetAnswers };

/** The answers to a question that are not given yet. */
const answersTo = ({ about, settled }: SheetQuestion): Answer[] => {
  if (about === 'farDay') return settled ? [] : [{ key: 'farRight', answer: { farDay: true } }];
  if (about === 'whosePhone')
    return [
      { key: 'phoneOfFamily', answer: { whosePhone: 'family' } },
      { key: 'phoneOfStudent', answer: { whosePhone: 'student' } },
    ];
  if (about === 'shortNames')
    return [
      { key: 'namesOfOne', answer: { shortNames: 'one' } },
      { key: 'namesOfSeveral', answer: { shortNames: 'several' } },
    ];
  if (about === 'swappedDays')
    return [
      { key: 'swapped', answer: { swappedDays: true } },
      { key: 'asWritten', answer: { swappedDays: false } },
    ];
  if (about === 'buddhistYear')
    return [
      ...(settled ? [] : [{ key: 'buddhist' as const, answer: { buddhistYear: true } }]),
      { key: 'western', answer: { buddhistYear: false } },
    ];
  return [
    { key: 'dayFirst' as const, answer: { dayOrder: 'dayFirst' as const } },
    ...(settled
      ? []
      : [{ key: 'monthFirst' as const, answer: { dayOrder: 'monthFirst' as const } }]),
  ];
};

type QuestionsProps = {
  questions: readonly SheetQuestion[];
  isBusy: boolean;
  onAnswer: (answer: SheetAnswers) => void;
};

/** Questions about the whole file, each with its effect on one row and the tap that answers it. */
export function Questions({ questions, isBusy, onAnswer }: QuestionsProps) {
  const { t } = useTranslation('tables');
  return questions.map((question) => {
    const { about, settled, row, text, day, rows } = question;
    const Icon = settled ? Info : CircleHelp;
    const state = settled ? 'told' : 'asked';
    return (
      <section key={about} className={styles.section}>
        <p className={styles.question}>
          <Icon aria-hidden size={18} />
          {t(`import.question.${about}.${state}`, {
            row,
            text,
            count: rows,
            day: showDay(day),
          })}
        </p>
        <Toolbar>
          {answersTo(question).map(({ key, answer }) => (
            <Button key={key} disabled={isBusy} onClick={() => onAnswer(answer)}>
              {t(`import.question.${key}`)}
            </Button>
          ))}
        </Toolbar>
      </section>
    );
  });
}
