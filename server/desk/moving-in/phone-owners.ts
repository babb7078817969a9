import { nameKey } from '#contract/people/people.ts';
import { bareWords } from './relation-words.ts';
import { writtenPhones } from './written-phones.ts';

/**
 * A guardian as cells name one; `kin` is the word for a father or a mother, else empty. The name
 * may say no more than whose parent it is.
 */
export type PhoneOwner = { firstName: string; lastName: string; kin: string; isOfChild?: boolean };

const keyOf = (phone: string) => writtenPhones(phone, undefined).phones[0] ?? phone.trim();

const add = (owners: Map<string, PhoneOwner[]>, key: string, owner: PhoneOwner) =>
  void owners.set(key, [...(owners.get(key) ?? []), owner]);

const keyOfName = ({ firstName, lastName }: PhoneOwner) => nameKey(firstName, lastName);

/** The owner, if all of them have one name. */
function onlyOne(owners: readonly PhoneOwner[]): PhoneOwner | undefined {
  const names = new Set(owners.map(keyOfName));
  return names.size === 1 ? owners[0] : undefined;
}

type Word = { text: string; isCut: boolean };

/** The words of a name in one form of spelling; a dot cuts a word short, as in `Noy V.`. */
const wordsIn = (owner: PhoneOwner): Word[] =>
  bareWords(owner).map((word) => ({
    text: nameKey(word.replace(/\.$/u, ''), ''),
    isCut: word.endsWith('.'),
  }));

/** True for the longer one of two spellings whose names are the same without words before them. */
const isLessBare = (one: PhoneOwner, other: PhoneOwner): boolean =>
  keyOfName(one).length > keyOfName(other).length ||
  (keyOfName(one).length === keyOfName(other).length && keyOfName(one) > keyOfName(other));

/**
 * True for a name that says the first words of a longer one, and nothing else. Words of relation
 * and titles before a name do not count, and a name that is the child's says least.
 */
function isShorter(one: PhoneOwner, other: PhoneOwner): boolean {
  if (keyOfName(one) === keyOfName(other)) return false;
  if (one.isOfChild || other.isOfChild) return Boolean(one.isOfChild) && !other.isOfChild;
  const [short, long] = [wordsIn(one), wordsIn(other)];
  const says = ({ text, isCut }: Word, at: number) =>
    isCut && at > 0 ? long[at]?.text.startsWith(text) : long[at]?.text === text;
  if (short.length === 0 || short.length > long.length || !short.every(says)) return false;
  const isSame =
    short.length === long.length && long.every(({ text }, at) => text === short[at]?.text);
  return !isSame || isLessBare(one, other);
}

/** The owners whose name is no shorter form of another one's. */
const longestOf = (owners: readonly PhoneOwner[]): PhoneOwner[] =>
  owners.filter((one) => !owners.some((other) => isShorter(one, other)));

const isSameKin = (one: PhoneOwner, kin: string) => [one.kin, ''].includes(kin) || one.kin === '';

/** Whose the phones of guardians are, so that a phone without a name is one person everywhere. */
export class PhoneOwners {
  readonly #records = new Map<string, PhoneOwner[]>();
  readonly #named = new Map<string, PhoneOwner[]>();
  readonly #calledByChild = new Map<string, PhoneOwner[]>();
  readonly #children = new Set<string>();

  /** Records have their phone in the form of the key. */
  addRecord(phone: string, owner: Omit<PhoneOwner, 'kin'>): void {
    const { firstName, lastName } = owner;
    add(this.#records, phone, { firstName, lastName, kin: '' });
  }

  /** A student who is there has a guardian with this phone. */
  addChild(phone: string, childKey: string): void {
    this.#children.add(`${phone} ${childKey}`);
  }

  isChild(phone: string, childKey: string): boolean {
    return this.#children.has(`${keyOf(phone)} ${childKey}`);
  }

  addNamed(phone: string, owner: PhoneOwner): void {
    add(this.#named, keyOf(phone), owner);
  }

  addCalledByChild(phone: string, owner: PhoneOwner): void {
    if (!this.find(phone, owner.kin)) add(this.#calledByChild, keyOf(phone), owner);
  }

  /**
   * The guardian whom the file names with a phone, else the record that has it, else the one who is
   * called by the first child. A father is never the mother. With `isOne` a shorter name is that of
   * the longer one.
   */
  find(phone: string, kin: string, isOne = false): PhoneOwner | undefined {
    const among = (owners: Map<string, PhoneOwner[]>) => this.#among(owners, phone, kin);
    const named = among(this.#named);
    return (
      onlyOne(isOne ? longestOf(named) : named) ??
      onlyOne(among(this.#records)) ??
      among(this.#calledByChild)[0]
    );
  }

  #among(owners: Map<string, PhoneOwner[]>, phone: string, kin: string): PhoneOwner[] {
    return (owners.get(keyOf(phone)) ?? []).filter((one) => isSameKin(one, kin));
  }

  /**
   * The one of the same phone whose name is this one in another length: the record, whichever is
   * longer, else the longest of the file. Of several that differ there is none.
   */
  sameInOtherLength(phone: string, owner: PhoneOwner): PhoneOwner | undefined {
    const records = this.#among(this.#records, phone, owner.kin);
    if (records.some((one) => keyOfName(one) === keyOfName(owner))) return undefined;
    const alike = records.filter((one) => isShorter(owner, one) || isShorter(one, owner));
    if (alike.length > 0) return onlyOne(alike);
    const named = this.#among(this.#named, phone, owner.kin);
    const longer = named.filter((one) => isShorter(owner, one));
    if (longer.length > 0 || !owner.isOfChild) return onlyOne(longestOf(longer));
    // Brothers and sisters name one parent by themselves, each in the own row.
    const first = named.find((one) => one.isOfChild);
    return first && keyOfName(first) !== keyOfName(owner) ? first : undefined;
  }

  /** True where the file names somebody of the same phone by a shorter form of this name. */
  hasShorter(phone: string, owner: PhoneOwner): boolean {
    return this.#among(this.#named, phone, owner.kin).some((one) => isShorter(one, owner));
  }
}
