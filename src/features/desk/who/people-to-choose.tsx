import { useTranslation } from 'react-i18next';
import { ageOn } from '#contract/dates.ts';
import type { DeskPerson } from '#contract/desk/desk.ts';
import { formatPhone } from '#contract/people/phone.ts';
import { DOT } from '#contract/words/dot.ts';
import { LeftToRight } from '#src/components/kit/left-to-right.tsx';
import { Money } from '#src/components/kit/money.tsx';
import { WholeWords } from '#src/components/kit/whole-words.tsx';
import cards from '#src/features/desk/cards.module.css';
import { usePersonName } from '#src/lib/text/person-name.ts';
import { today } from '#src/lib/text/today.ts';

/** A person who was found, or an act that the words name. */
export type WhoOption = { key: string; choose: () => void } & (
  { person: DeskPerson } | { person: undefined; words: string }
);

/** Details that distinguish this person: nickname, age, course, payer, phone. */
function Details({ person, isInFamily }: { person: DeskPerson; isInFamily: boolean }) {
  const { t } = useTranslation('desk');
  const parts = [
    person.nickname,
    person.dateOfBirth !== null && t('years', { count: ageOn(person.dateOfBirth, today()) }),
    person.courseCode,
    person.kind === 'parent' && t('who.parent'),
  ].filter(Boolean);
  return (
    <small>
      {parts.join(DOT)}
      {person.kind === 'student' && parts.length > 0 && DOT}
      {person.kind === 'student' && <LeftToRight>{person.studentCode}</LeftToRight>}
      {!isInFamily && (
        <>
          <br />
          <WholeWords text={person.payerName} />{' '}
          <LeftToRight>{formatPhone(person.phone)}</LeftToRight>
        </>
      )}
    </small>
  );
}

/** A person who was found, with the family's debt unless it stands above the family. */
function Found({ person, isInFamily }: { person: DeskPerson; isInFamily: boolean }) {
  const { t } = useTranslation('desk');
  const nameOf = usePersonName();
  return (
    <>
      <span>
        <b>
          <WholeWords text={nameOf(person)} />
        </b>
        <Details person={person} isInFamily={isInFamily} />
      </span>
      {!isInFamily && person.owedLAK > 0 && (
        <span className={cards.owes}>
          <small>{t('who.owes')}</small>
          <Money amount={person.owedLAK} currency="LAK" />
        </span>
      )}
    </>
  );
}

/** Who pays for several people who were found, and what that family owes. */
function FamilyHead({ person }: { person: DeskPerson }) {
  const { t } = useTranslation('desk');
  return (
    <span className={cards.family} aria-hidden>
      <span>
        <b>
          <WholeWords text={person.payerName} />
        </b>{' '}
        <LeftToRight>{formatPhone(person.phone)}</LeftToRight>
      </span>
      {person.owedLAK > 0 && (
        <span className={cards.owes}>
          {t('who.owes')} <Money amount={person.owedLAK} currency="LAK" />
        </span>
      )}
    </span>
  );
}

type ChoiceProps = {
  /** The beginning of the ids of the list and its options. */
  id: string;
  options: readonly WhoOption[];
  families: readonly (readonly DeskPerson[])[];
  chosen: WhoOption | undefined;
  takeable: readonly WhoOption[];
  onTake: (option: WhoOption) => void;
};

/** The options in their order; those of one family stand below its head. */
function inFamilies({ options, families }: Pick<ChoiceProps, 'options' | 'families'>) {
  const groups: { head: DeskPerson | undefined; members: WhoOption[] }[] = [];
  for (const option of options) {
    const family = families.find((of) => of.some((one) => one === option.person));
    const head = family && family.length > 1 ? family[0] : undefined;
    const last = groups.at(-1);
    if (last && last.head === head) last.members.push(option);
    else groups.push({ head, members: [option] });
  }
  return groups;
}

/** The list below the box of names: it is loaded when something is typed. */
export function PeopleToChoose(props: ChoiceProps) {
  const { id, chosen, takeable, onTake } = props;
  const { t } = useTranslation('desk');
  const draw = (option: WhoOption, isInFamily: boolean) => {
    const isTakeable = takeable.includes(option);
    return (
      <li
        key={option.key}
        id={`${id}-${option.key}`}
        role="option"
        aria-selected={option === chosen}
        aria-disabled={!isTakeable}
        className={cards.option}
        onClick={isTakeable ? () => onTake(option) : undefined}
      >
        {option.person ? (
          <Found person={option.person} isInFamily={isInFamily} />
        ) : (
          <b>{option.words}</b>
        )}
      </li>
    );
  };
  return (
    <ul role="listbox" id={`${id}-found`} aria-label={t('who.results')} className={cards.found}>
      {inFamilies(props).map(({ head, members }) =>
        head === undefined ? (
          members.map((option) => draw(option, false))
        ) : (
          <li key={head._id} role="group" aria-label={head.payerName}>
            <FamilyHead person={head} />
            <ul role="presentation">{members.map((option) => draw(option, true))}</ul>
          </li>
        ),
      )}
    </ul>
  );
}
