import { useQueryClient } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import {
  lazy,
  Suspense,
  useEffect,
  useLayoutEffect,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { DeskPerson } from '#contract/desk/desk.ts';
import { MOST_DESK_PEOPLE } from '#contract/desk/most-people.ts';
import { parsePaperCode, type PaperCode } from '#contract/words/paper-code.ts';
import { parsePersonCode } from '#contract/words/person-code.ts';
import { useScan } from '#src/components/scan/use-scan.ts';
import { CopiedAt } from '#src/features/desk/copied-at.tsx';
import { peopleQuery, usePeople } from '#src/features/desk/desk-queries.ts';
import cards from '#src/features/desk/cards.module.css';
import styles from '#src/features/desk/desk.module.css';
import { WHO_ID } from '#src/features/desk/places.ts';
import { useSlashKey } from '#src/lib/browser/use-slash-key.ts';
import { useSettled } from '#src/lib/browser/use-settled.ts';
import { readFailureText } from '#src/lib/request/failure-text.ts';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import { InputBox } from '#src/components/kit/field.tsx';
import { Unseen } from '#src/components/kit/unseen.tsx';
import type { WhoOption } from './people-to-choose.tsx';

const PeopleToChoose = lazy(async () => ({
  default: (await import('./people-to-choose.tsx')).PeopleToChoose,
}));

const WAIT_MS = 150;

/** People of one payer stand together, in the order in which their first one was found. */
function byFamily(people: readonly DeskPerson[]): DeskPerson[][] {
  const families = new Map<string, DeskPerson[]>();
  for (const person of people) {
    const key = `${person.payerName}|${person.phone}`;
    families.set(key, [...(families.get(key) ?? []), person]);
  }
  return [...families.values()];
}

/**
 * Every visit starts with a name, so the box gets the focus; a menu that was opened while the desk
 * loaded keeps it. A notice in front of the desk gives it to the box when it closes.
 */
function useFocusAtFirst(input: RefObject<HTMLInputElement | null>) {
  useLayoutEffect(() => {
    const take = () => input.current?.focus();
    if (!document.activeElement?.closest('[role="menu"]')) take();
    const modal = document.querySelector('dialog:modal');
    modal?.addEventListener('close', take);
    return () => modal?.removeEventListener('close', take);
  }, [input]);
}

/**
 * The global search opens the desk with a code or phone, for one visit only: the next visit starts
 * empty.
 */
function useAskedFor(ask: (text: string) => void) {
  const [params, setParams] = useSearchParams();
  const who = params.get('who');
  useEffect(() => {
    if (who === null) return;
    ask(who);
    setParams(
      (before) => {
        before.delete('who');
        return before;
      },
      { replace: true },
    );
  }, [who, ask, setParams]);
}

const isKnownCode = (code: string) => (parsePersonCode(code) ?? parsePaperCode(code)) !== undefined;

/**
 * A student card chooses its student, and a paper opens. An unknown card stays in the box, which
 * says so.
 */
function useCards(
  {
    branchId,
    isBusy,
    onChoose,
    onPaper,
  }: Pick<WhoBoxProps, 'branchId' | 'isBusy' | 'onChoose' | 'onPaper'>,
  ask: (text: string) => void,
) {
  const client = useQueryClient();
  const takeCard = async (code: string) => {
    const answer = await client.fetchQuery(peopleQuery(code, branchId)).catch(() => undefined);
    const holder = answer?.people.find(
      ({ kind, studentCode }) => kind === 'student' && studentCode === code,
    );
    if (holder) await onChoose(holder);
    else ask(code);
  };
  useScan(
    (code) => {
      const paper = parsePaperCode(code);
      return paper ? onPaper(paper) : takeCard(parsePersonCode(code) ?? code);
    },
    { fits: isKnownCode, isBusy },
  );
}

type WhoBoxProps = {
  /** The typed text. */
  text: string;
  onText: (text: string) => void;
  branchId: string;
  /** True while the visit is being saved. */
  isBusy: boolean;
  onChoose: (person: DeskPerson) => Promise<void>;
  /** Starts a new student with the typed text. */
  onNew: (text: string) => void;
  onWalkIn: (text: string) => void;
  /** Called with the number of an order or a receipt that was typed, or scanned from a paper. */
  onPaper: (paper: PaperCode) => void;
};

/**
 * Finds a student or a parent while the person types. Arrows and Enter choose; the last two entries
 * are a walk-in and a new student. People of an earlier text stay in sight until the answer comes,
 * and nobody can take them.
 */
export function WhoBox(props: WhoBoxProps) {
  const { text, onText: setText, branchId, onChoose, onNew, onWalkIn, onPaper } = props;
  const { t } = useTranslation(['desk', 'common']);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useAskedFor(setText);
  useCards(props, setText);
  const [pickedKey, setPicked] = useState<string>();
  const wanted = text.trim();
  const search = useSettled(wanted, WAIT_MS);
  const client = useQueryClient();
  const people = usePeople(search, branchId);
  const isOpen = wanted !== '';
  const families = byFamily(isOpen ? (people.data?.people ?? []) : []);
  const found = families.flat();
  const isOld = search !== wanted || people.isPlaceholderData;
  const close = (act: () => void) => {
    act();
    setText('');
    setPicked(undefined);
  };
  const paper = parsePaperCode(text);
  const options: WhoOption[] = [
    ...(paper
      ? [
          {
            key: 'paper',
            person: undefined,
            choose: () => onPaper(paper),
            words: t('who.openPaper', { number: paper.number }),
          },
        ]
      : []),
    ...found.map((person) => ({ key: person._id, person, choose: () => void onChoose(person) })),
    { key: 'walkIn', person: undefined, choose: () => onWalkIn(wanted), words: t('who.walkIn') },
    { key: 'new', person: undefined, choose: () => onNew(wanted), words: t('who.new') },
  ];
  const takeable = options.filter(({ person }) => !person || !isOld);
  const picked = takeable.find(({ key }) => key === pickedKey);
  const isReady = paper !== undefined || (!isOld && !people.isLoading);
  const first = paper || found.length > 0 ? takeable[0] : takeable.at(-1);
  const chosen = picked ?? (isReady ? first : undefined);
  useFocusAtFirst(input);
  useSlashKey(input);
  /**
   * Enter before the answer takes its person, unless more is typed meanwhile. Of several people
   * none is taken unseen.
   */
  const takeOnly = async () => {
    const answer = await client.fetchQuery(peopleQuery(wanted, branchId)).catch(() => undefined);
    const [person, ...others] = answer?.people ?? [];
    if (person && others.length === 0 && input.current?.value.trim() === wanted)
      close(() => void onChoose(person));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const from = chosen ? takeable.indexOf(chosen) : step > 0 ? -1 : 0;
      setPicked(takeable.at((from + step) % takeable.length)?.key);
    }
    if (event.key === 'Escape') setText('');
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || !isOpen) return;
    if (chosen) close(chosen.choose);
    else void takeOnly();
  };
  return (
    <div className={cards.whobox}>
      <InputBox>
        <Search aria-hidden size={16} />
        <input
          ref={input}
          id={WHO_ID}
          type="search"
          role="combobox"
          aria-label={t('who.find')}
          aria-expanded={isOpen}
          aria-controls={`${id}-found`}
          aria-activedescendant={isOpen && chosen ? `${id}-${chosen.key}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          placeholder={t('who.hint')}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setPicked(undefined);
          }}
          onKeyDown={onKeyDown}
        />
      </InputBox>
      {isOpen && (
        <Suspense fallback={null}>
          <PeopleToChoose
            id={id}
            options={options}
            families={families}
            chosen={chosen}
            takeable={takeable}
            onTake={(option) => close(option.choose)}
          />
        </Suspense>
      )}
      <div role="status">
        {isOpen &&
          (isReady && people.error ? (
            <ErrorText>{readFailureText(people.error)}</ErrorText>
          ) : (
            <>
              <Unseen>
                {isReady ? t('who.count', { count: found.length }) : t('common:loading')}
              </Unseen>
              {isReady && found.length === MOST_DESK_PEOPLE && (
                <p className={styles.hint}>{t('who.more', { count: MOST_DESK_PEOPLE })}</p>
              )}
            </>
          ))}
      </div>
      {isOpen && people.data?.copiedAt !== undefined && <CopiedAt at={people.data.copiedAt} />}
    </div>
  );
}
