import type { TFunction } from 'i18next';
import type { Found, FoundKind } from '#contract/reports/find.ts';
import type { Language } from '#contract/language.ts';
import { fold } from '#contract/words/normalise.ts';
import { can, type Grant } from '#contract/roles.ts';
import { formatPhone, isKeptPhone } from '#contract/people/phone.ts';
import { DOT } from '#contract/words/dot.ts';
import { admits, screenAt } from '#src/app/routing/access.ts';
import { screens, type Screen } from '#src/app/routing/routes.tsx';
import { familyPath, orderPath, receiptPath } from '#src/entities/order/order-path.ts';
import { editPath, paths } from '#src/lib/paths.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import type { HelpEntry } from '#src/app/shell/help/manual.ts';
import { everyday, type EverydayButton } from './everyday-words.ts';

export type FindGroup = FoundKind | 'screen' | 'do' | 'help';
export type FindAction = { label: string } & (
  { to: string; href?: never } | { href: string; to?: never }
);
/** A line of the results: its page, and its other actions. */
export type FindItem = {
  key: string;
  group: FindGroup;
  title: string;
  detail: string;
  aside: string;
  to: string;
  actions: readonly FindAction[];
  /** The button to point at, once its screen is open. */
  button?: EverydayButton | undefined;
  /** It opens the help of the screen behind instead of a screen. */
  isHelp?: boolean | undefined;
  /** It opens this text of the manual instead of a screen. */
  page?: string;
};

type About = { t: TFunction<['find', 'shell']>; language: Language; grant: Grant };

const query = (path: string, params: Record<string, string>) =>
  `${path}?${new URLSearchParams(params).toString()}`;
const classPart = (id: string, tab: string) => `${editPath(paths.classOverview, id)}&tab=${tab}`;

/** The payment of all that a family owes; if the payer is unknown, the person's orders. */
const payPath = ({ payerId }: Found, search: string) =>
  payerId === undefined ? query(paths.orders, { search }) : familyPath(payerId, 'pay');

/** The pages of a record, its own first; a person who may not open that gets the next one. */
const ways: Record<FoundKind, (row: Found, words: About['t']) => readonly FindAction[]> = {
  parent: (row, words) => [
    { label: words('act.account'), to: familyPath(row._id) },
    { label: words('act.pay'), to: payPath(row, row.phone) },
    {
      label: words('act.visit'),
      to: query(paths.newEnrollment, { who: isKeptPhone(row.phone) ? row.name : row.phone }),
    },
  ],
  student: (row, words) => [
    { label: words('act.open'), to: editPath(paths.editStudent, row._id) },
    { label: words('act.enrol'), to: query(paths.newEnrollment, { who: row.code }) },
    { label: words('act.pay'), to: payPath(row, row.code) },
  ],
  teacher: (row, words) => [{ label: words('act.open'), to: editPath(paths.editTeacher, row._id) }],
  class: (row, words) => [
    { label: words('act.open'), to: classPart(row._id, 'roster') },
    { label: words('act.attendance'), to: classPart(row._id, 'attendance') },
    { label: words('act.scores'), to: classPart(row._id, 'scores') },
  ],
  order: (row, words) => [
    { label: words('act.open'), to: orderPath(row._id) },
    ...(row.sumLAK !== null && row.sumLAK > 0
      ? [{ label: words('act.pay'), to: orderPath(row._id, 'pay') }]
      : []),
  ],
  receipt: (row, words) => [{ label: words('act.open'), to: receiptPath(row.code) }],
  product: (row, words) => [
    { label: words('act.open'), to: editPath(paths.editProduct, row._id) },
    { label: words('act.stock'), to: query(paths.stockTracking, { search: row.code }) },
  ],
};

const asideOf = ({ kind, sumLAK }: Found, words: About['t']) => {
  if (sumLAK === null) return '';
  if (kind === 'receipt') return formatNumber(sumLAK);
  return sumLAK > 0 ? words('owes', { sum: formatNumber(sumLAK) }) : words('paid');
};

/** A record as a line; none if the person may open no page of it. */
export function itemOf(
  row: Found,
  { t: words, language, grant: { role } }: About,
): FindItem | undefined {
  const open = ways[row.kind](row, words).filter(({ to }) => {
    const screen = to === undefined ? undefined : screenAt(to);
    return screen !== undefined && admits(screen, role);
  });
  const [first] = open;
  if (first?.to === undefined) return undefined;
  const name = (language === 'en' && row.nameEn) || row.name || row.nameEn;
  const isNamedByCode = row.kind === 'class' || row.kind === 'order' || row.kind === 'receipt';
  const phone = row.phone === '' ? '' : formatPhone(row.phone);
  const call: FindAction[] =
    row.phone === '' || isKeptPhone(row.phone)
      ? []
      : [{ label: words('act.call'), href: `tel:${row.phone}` }];
  return {
    key: `${row.kind} ${row._id}`,
    group: row.kind,
    to: first.to,
    aside: asideOf(row, words),
    title: isNamedByCode ? row.code : name,
    detail: [isNamedByCode ? name : row.code, row.detail, phone].filter(Boolean).join(DOT),
    actions: [...open, ...call],
  };
}

const isAdding = ({ path }: Screen) => /\/add-[^/]+$/.test(path);
/** A page that is useless without a record. */
const isOfRecord = ({ path, under }: Screen) =>
  under !== undefined && !isAdding({ path } as Screen) && path !== paths.courseFee;

/**
 * Screens whose title or address contains the typed words; all of the menu while nothing is typed.
 */
export function screenItems(text: string, { t: words, grant: { role } }: About): FindItem[] {
  const wanted = fold(text).split(' ').filter(Boolean);
  return screens
    .filter((screen) => screen.page !== undefined && admits(screen, role) && !isOfRecord(screen))
    .map((screen) => ({ screen, title: words(`shell:${screen.title}`) }))
    .filter(({ screen, title }) =>
      wanted.length === 0
        ? !isAdding(screen)
        : wanted.every((word) => `${fold(title)} ${screen.path.toLowerCase()}`.includes(word)),
    )
    .map(({ screen, title }) => ({
      key: screen.path,
      group: isAdding(screen) ? 'do' : 'screen',
      title,
      detail: '',
      aside: '',
      to: screen.path,
      actions: [],
    }));
}

const LAO = /^[\u0E80-\u0EFF]{3,}$/;
const ENDING = /^(?:e?s|e?d|ing)$/;

/**
 * True if the typed word is the beginning of the known one. Lao is written without spaces, so it
 * may go on with the next word; an English one may have an ending.
 */
const means = (typed: string, known: string) =>
  known.startsWith(typed) ||
  (typed.startsWith(known) && (LAO.test(known) || ENDING.test(typed.slice(known.length))));

/** Words of a question that name nothing, as in "how do I print a receipt". */
const EMPTY = new Set(
  'how do does i we you can to a an the my of for in on is are where'.split(' '),
);

function wordsOf(text: string): string[] {
  const typed = fold(text).split(/[ ?]/).filter(Boolean);
  const telling = typed.filter((word) => !EMPTY.has(word));
  return telling.length > 0 ? telling : typed;
}

/** Acts that have no line of their own: the thing beside them is found instead. */
const ACTS = fold(
  'delete remove change edit set cancel correct update see show who what which ລຶບ ປ່ຽນ ແກ້ໄຂ ແກ້ ຍົກເລີກ ໃຜ ເບິ່ງ ເພີ່ມ new add',
).split(' ');

/** The typed words without their acts. Lao has no spaces, so an act may begin a word of it. */
const withoutActs = (words: readonly string[]) =>
  words
    .map((word) => {
      const act = LAO.test(word) ? ACTS.find((one) => word.startsWith(one)) : undefined;
      return word.slice(act?.length ?? 0);
    })
    .filter((word) => word !== '' && !ACTS.includes(word));

/** At least this long, a word with one wrong letter is still the word that was meant. */
const LEAST_FOR_MISTAKE = 4;

/** True if one letter is missing, too many, another one, or changed places with the next. */
function isNearly(typed: string, known: string): boolean {
  if (typed.length < LEAST_FOR_MISTAKE || Math.abs(typed.length - known.length) > 1) return false;
  let at = 0;
  while (at < typed.length && typed[at] === known[at]) at += 1;
  const [left, right] = [typed.slice(at), known.slice(at)];
  return (
    left.slice(1) === right.slice(1) ||
    left.slice(1) === right ||
    left === right.slice(1) ||
    (left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2))
  );
}

const MOST_HELP = 5;

/** The texts of the manual with an everyday phrase that has all the typed words. */
export function helpItems(
  text: string,
  entries: readonly HelpEntry[],
  { language }: Pick<About, 'language'>,
): FindItem[] {
  const wanted = wordsOf(text);
  if (wanted.length === 0) return [];
  return entries
    .filter(({ words }) =>
      words.split(', ').some((phrase) => {
        const known = fold(phrase).split(' ');
        return wanted.every((word) => known.some((one) => means(word, one) || isNearly(word, one)));
      }),
    )
    .slice(0, MOST_HELP)
    .map((entry) => ({
      key: `help ${entry.page}`,
      group: 'help',
      title: entry[language],
      page: entry.page,
      to: '',
      detail: '',
      aside: '',
      actions: [],
    }));
}

/**
 * The things that the typed words name in everyday language, in either language, of the screens
 * that the person may open. Each word has to be the beginning of one of theirs; if nothing has
 * them all, an act such as `delete` need not be.
 */
export function everydayItems(text: string, about: About): FindItem[] {
  const wanted = wordsOf(text);
  const found = itemsWith(wanted, about);
  return found.length > 0 ? found : itemsWith(withoutActs(wanted), about);
}

function itemsWith(wanted: readonly string[], { t: words, grant }: About): FindItem[] {
  if (wanted.length === 0) return [];
  return everyday
    .map((thing) => ({ ...thing, screen: thing.to === '' ? undefined : screenAt(thing.to) }))
    .filter(({ to, screen }) => to === '' || (screen?.page && admits(screen, grant.role)))
    .filter(({ action }) => action === undefined || can(grant, action))
    .filter(({ key, words: own }) => {
      const known = fold(`${own} ${words(`everyday.${key}`)}`).split(/[ ,]+/);
      return wanted.every((word) => known.some((one) => means(word, one)));
    })
    .map(({ key, to, button, isHelp, screen }) => ({
      key: `everyday ${key}`,
      group: 'do',
      title: words(`everyday.${key}`),
      to,
      button,
      isHelp,
      detail: screen ? words(`shell:${screen.title}`) : '',
      aside: '',
      actions: [],
    }));
}
