import { relationWords } from '#server/lib/sheets/choice-words.ts';
import { splitTitle } from '#server/lib/sheets/name-titles.ts';
import { parseChoice } from '#server/lib/sheets/parse-values.ts';
import type { Cells } from './effective-rows.ts';
import { GUARDIAN_NUMBERS } from '#server/desk/moving-in/kinds/further-guardians.ts';

type Relation = keyof typeof relationWords;

const kin = [relationWords.grandparent, relationWords.auntUncle, relationWords.sibling];

/** The relation of each word that may stand before a name, in small letters. */
const relationsByWord = new Map(
  (Object.keys(relationWords) as Relation[]).flatMap((relation) => {
    const { en, lo, also = [] } = relationWords[relation];
    return [en, lo, ...also].map((word) => [word.toLowerCase(), relation] as const);
  }),
);

/** `mother of Noy` and `ແມ່ຂອງນ້ອຍ` say whose parent it is. */
const OF = /^(?:of\s+|ຂອງ\s*)/iu;

/** The relation that a cell says; undefined for none, and for any other word. */
export function relationOf(said: string): Relation | undefined {
  const read = parseChoice(said, relationWords, 'en');
  return 'value' in read && read.value !== null ? (read.value as Relation) : undefined;
}

/** True for a cell of a relation that says none, or another one than those of the list. */
export const isOpenRelation = (said: string): boolean =>
  said === '' || relationOf(said) === 'other';

type Named = { firstName: string; lastName: string };

/** The word of relation before a name, and the name behind it. */
export type RelationBefore = { relation: Relation; name: string; isOf: boolean };

/** What a word before a name says of the relation; undefined for a name without one. */
export function relationBefore({ firstName, lastName }: Named): RelationBefore | undefined {
  const whole = `${firstName} ${lastName}`.trim();
  const [, word = '', behind = ''] = /^(\S+?)(?:\s+|(?=ຂອງ))(\S.*)$/u.exec(whole) ?? [];
  const relation = relationsByWord.get(word.toLowerCase());
  if (relation === undefined) return undefined;
  const name = behind.replace(OF, '');
  return { relation, name, isOf: name !== behind };
}

/** The words of a name without a word of relation and titles before them. */
export function bareWords(named: Named): string[] {
  const name = relationBefore(named)?.name ?? `${named.firstName} ${named.lastName}`.trim();
  return (splitTitle(name)?.name ?? name).split(/\s+/u).filter(Boolean);
}

/**
 * A Lao word of relation before the name of a guardian is the relation: `ອາ ບຸນມີ`. The words for
 * father and mother stay, because before the name of a child they say whose parent it is.
 */
export function withoutRelationWords(cells: Cells): Cells {
  const read: Cells = {};
  for (const at of GUARDIAN_NUMBERS) {
    const [first, last] = [`guardian${at}FirstName`, `guardian${at}LastName`];
    const whole = [cells[first], cells[last]].filter(Boolean).join(' ').trim();
    const [word = '', ...behind] = whole.split(/\s+/u);
    const relation = kin.find(({ also }) => also?.includes(word));
    const said = cells[`guardian${at}Relation`] ?? '';
    const isOpen = isOpenRelation(said) || relation?.also?.includes(said) === true;
    if (!relation || behind.length === 0 || !isOpen) continue;
    const names = (splitTitle(behind.join(' '))?.name ?? behind.join(' ')).split(/\s+/u);
    read[`guardian${at}Relation`] = relation.en;
    read[last] = names.length > 1 ? (names.at(-1) ?? '') : '';
    read[first] = names.length > 1 ? names.slice(0, -1).join(' ') : (names[0] ?? '');
  }
  return { ...cells, ...read };
}
