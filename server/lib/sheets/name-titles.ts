import type { Gender } from '#contract/people/people.ts';

/**
 * Titles before a name. `words` may be written together with the name, as `ນາງບຸນມີ`; `apart` are
 * words that begin real names too, so a dot or a space must follow them.
 */
type Titles = { gender: Gender | null; words: readonly string[]; apart: readonly string[] };

const kinds: readonly Titles[] = [
  {
    gender: 'male',
    words: ['ທ້າວ', 'ເດັກຊາຍ', 'ນາຍ', 'เด็กชาย', 'นาย'],
    apart: ['ທ', 'ດ.ຊ', 'ດຊ', 'ພຣະ', 'ສາມະເນນ', 'ด.ช', 'ดช', 'mr', 'mister', 'master', 'mstr'],
  },
  {
    gender: 'female',
    words: ['ນາງສາວ', 'ນາງ', 'ເດັກຍິງ', 'เด็กหญิง', 'นางสาว', 'นาง'],
    apart: [
      'ນ',
      'ນ.ສ',
      'ນສ',
      'ດ.ຍ',
      'ດຍ',
      'น.ส',
      'นส',
      'ด.ญ',
      'ดญ',
      'mrs',
      'ms',
      'miss',
      'mme',
      'madam',
      'mdm',
    ],
  },
  {
    gender: null,
    words: [],
    apart: [
      'ທ່ານ',
      'ດຣ',
      'ດ.ຣ',
      'ອຈ',
      'ອ.ຈ',
      'ອາຈານ',
      'คุณ',
      'ดร',
      'ด.ร',
      'อ',
      'อาจารย์',
      'dr',
      'prof',
      'professor',
    ],
  },
];

/** The words of a column that holds titles alone, with and without their dots. */
export const titlesOf = (gender: Gender): string[] =>
  kinds
    .filter((kind) => kind.gender === gender)
    .flatMap(({ words, apart }) => [...words, ...apart.flatMap((word) => [word, `${word}.`])]);

const escaped = (word: string) => word.replaceAll('.', String.raw`\s?\.\s?`);
const anyOf = (words: readonly string[]) =>
  words
    .toSorted((a, b) => b.length - a.length)
    .map(escaped)
    .join('|');
/** A letter that can begin a name, so that `ນາຍົກ` and `นายิกา` stay whole. */
const BEGINS = String.raw`[ກ-ຮໜໝເ-ໄก-ฮเ-ไ]\S`;

const patterns = kinds.map(({ gender, words, apart }) => {
  const alone = String.raw`(?:${anyOf([...words, ...apart])})(?:\s*\.\s*|\s+)(?=\S)`;
  const together = words.length > 0 ? String.raw`|(?:${anyOf(words)})(?=${BEGINS})` : '';
  return { gender, pattern: new RegExp(`^(?:${alone}${together})`, 'iu') };
});

/** A title in brackets, before the name or behind it. */
const IN_BRACKETS = /^(?:\(([^()]+)\)\s*(?<name>[^()]+)|(?<before>[^()]+?)\s*\(([^()]+)\))$/u;

/** A name without its titles; `gender` is null if they do not tell it. */
export type SplitTitle = { title: string; name: string; gender: Gender | null };

function inFront(written: string): SplitTitle | undefined {
  const genders = new Set<Gender>();
  let name = written;
  for (;;) {
    const found = patterns.flatMap(({ gender, pattern }) => {
      const title = pattern.exec(name)?.[0] ?? '';
      return title === '' ? [] : [{ gender, title }];
    });
    // The longest title is meant: ນາງສາວ, not ນາງ.
    const [best] = found.toSorted((a, b) => b.title.length - a.title.length);
    if (!best) break;
    if (best.gender) genders.add(best.gender);
    name = name.slice(best.title.length);
  }
  if (name === written) return undefined;
  const [gender = null] = genders.size === 1 ? genders : [];
  return { title: written.slice(0, written.length - name.length).trim(), name, gender };
}

/** Splits the titles off a name; undefined if it has none, or is nothing else. */
export function splitTitle(written: string): SplitTitle | undefined {
  const text = written.trim();
  const { name, before } = IN_BRACKETS.exec(text)?.groups ?? {};
  const beside = name ?? before;
  if (beside === undefined) return inFront(text);
  const inside = text.replace(beside, '').replace(/[()]/g, '').trim();
  // A nickname in brackets is no title.
  const found = inFront(`${inside} ${beside}`);
  return found && found.name === beside ? found : inFront(text);
}
