import { CalendarPlus, Printer, Users } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type {
  ContinuingLetter,
  HeldFamilies,
  HeldFamily,
} from '#contract/classes/continuing-replies.ts';
import type { AcademicTerm } from '#contract/courses/academic-terms.ts';
import { Button } from '#src/components/kit/button.tsx';
import { EmptyState } from '#src/components/kit/empty-state.tsx';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import { Note } from '#src/components/kit/note.tsx';
import { Segments } from '#src/components/kit/segments.tsx';
import { Tick } from '#src/components/kit/tick.tsx';
import { SelectionBar } from '#src/components/list/selection-bar.tsx';
import { useSelection } from '#src/components/table/use-selection.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { useOnline } from '#src/offline/use-online.ts';
import styles from './continuing.module.css';
import { heldFamilyKey, HeldFamilyCard } from './held-family-card.tsx';
import { LetterDialog } from '#src/features/terms/continuing/letters/letter-dialog.tsx';
import { PrintLetters } from '#src/features/terms/continuing/letters/print-letters.tsx';
import { useLetters } from '#src/features/terms/continuing/letters/use-letters.ts';
import { ProlongHoldsDialog } from './prolong-dialog.tsx';
import { saidOf, shownAnswers, type ShownAnswer } from './shown-answers.ts';

/** A phone draws this many families at once; the others follow a tap. */
const DRAWN_AT_ONCE = 50;

type AnswersBoardProps = {
  term: AcademicTerm;
  branchId: string | undefined;
  held: HeldFamilies;
  refresh: () => Promise<void>;
};

/** A family with the places of one answer; undefined if it has none. */
function familyWith(family: HeldFamily, shown: ShownAnswer): HeldFamily[] {
  const places = family.places.filter((place) => shown === 'all' || saidOf(place) === shown);
  return places.length === 0 ? [] : [{ ...family, places }];
}

/** Families by what they said, with their letters and the longer hold of a superadmin. */
export function AnswersBoard({ term, branchId, held, refresh }: AnswersBoardProps) {
  const { t } = useTranslation('terms');
  const online = useOnline();
  const [mayMark, mayProlong] = [useCan('enrolments:write'), useCan('enrolments:prolong')];
  const [shown, setShown] = useState<ShownAnswer>('open');
  const [drawn, setDrawn] = useState(DRAWN_AT_ONCE);
  const [isProlonging, setProlonging] = useState(false);
  const [reading, setReading] = useState<HeldFamily>();
  const [printing, setPrinting] = useState<ContinuingLetter[]>();
  const letters = useLetters(term._id, refresh);
  const selection = useSelection(`${term._id} ${branchId} ${shown}`);
  const found = held.families.flatMap((family) => familyWith(family, shown));
  const writable = found
    .filter(({ places }) => places.some(({ isHeld }) => isHeld))
    .map(heldFamilyKey);
  const chosen = held.families.filter((family) => selection.ids.has(heldFamilyKey(family)));
  const countOf = (answer: ShownAnswer) =>
    held.families.flatMap((family) => familyWith(family, answer)).flatMap(({ places }) => places)
      .length;
  const mark = (families: readonly HeldFamily[], way: 'printed' | 'copied') =>
    mayMark ? letters.mark(families, way) : Promise.resolve();
  const print = async () => {
    const read = await letters.read(chosen);
    if (read && read.length > 0) setPrinting(read);
  };
  return (
    <>
      <div className={styles.bar}>
        <Segments
          label={t('answers.filter')}
          value={shown}
          options={shownAnswers.map((value) => ({
            value,
            label: `${t(`answers.shown.${value}`)} ${countOf(value)}`,
          }))}
          onChoose={(value) => {
            setShown(value);
            setDrawn(DRAWN_AT_ONCE);
          }}
        />
        {mayProlong && (
          <Button icon={CalendarPlus} disabled={!online} onClick={() => setProlonging(true)}>
            {t('answers.prolongButton')}
          </Button>
        )}
      </div>
      {held.freeTomorrow > 0 && (
        <Note tone="wait">{t('answers.freeTomorrow', { count: held.freeTomorrow })}</Note>
      )}
      <ErrorText role="alert">{letters.problem}</ErrorText>
      {found.length === 0 && (
        <EmptyState
          icon={Users}
          title={t(held.families.length === 0 ? 'answers.empty' : 'answers.noneShown')}
          text={t(held.families.length === 0 ? 'answers.emptyHint' : 'answers.noneShownHint')}
        />
      )}
      {writable.length > 0 && (
        <Tick
          checked={writable.every((key) => selection.ids.has(key))}
          onChange={({ target }) => selection.setAll(writable, target.checked)}
        >
          {t('answers.chooseAll', { count: writable.length })}
        </Tick>
      )}
      <ul className={styles.families} aria-label={t('answers.families')}>
        {found.slice(0, drawn).map((family) => (
          <HeldFamilyCard
            key={heldFamilyKey(family)}
            termId={term._id}
            family={family}
            selection={selection}
            refresh={refresh}
            onLetter={() => setReading(family)}
          />
        ))}
      </ul>
      {found.length > drawn && (
        <Button onClick={() => setDrawn(drawn + DRAWN_AT_ONCE)}>
          {t('answers.more', { count: found.length - drawn })}
        </Button>
      )}
      <SelectionBar selection={selection}>
        <Button
          icon={Printer}
          look="solid"
          disabled={!online || letters.isBusy || printing !== undefined}
          onClick={() => void print()}
        >
          {t('answers.printLetters')}
        </Button>
      </SelectionBar>
      {printing && (
        <PrintLetters
          letters={printing}
          term={term.name}
          onPrinted={() => {
            setPrinting(undefined);
            const ids = new Set(printing.map(({ payerId }) => payerId));
            void mark(
              chosen.filter(({ payerId }) => ids.has(payerId)),
              'printed',
            );
          }}
        />
      )}
      {reading && (
        <LetterDialog
          termId={term._id}
          term={term.name}
          family={reading}
          onCopied={() => void mark([reading], 'copied')}
          onClose={() => setReading(undefined)}
        />
      )}
      {isProlonging && (
        <ProlongHoldsDialog
          termId={term._id}
          branchId={branchId}
          held={held}
          refresh={refresh}
          onClose={() => setProlonging(false)}
        />
      )}
    </>
  );
}
