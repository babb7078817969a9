import { nameKey } from '#contract/people/people.ts';
import { writtenPhones } from './written-phones.ts';

/** A guardian as cells name one; `kin` is the word for a father or a mother, else empty. */
type PhoneOwner = { firstName: string; lastName: string; kin: string };

const keyOf = (phone: string) => writtenPhones(phone, undefined).phones[0] ?? phone.trim();

const add = (owners: Map<string, PhoneOwner[]>, key: string, owner: PhoneOwner) =>
  void owners.set(key, [...(owners.get(key) ?? []), owner]);

/** The owner, if all of them have one name. */
function onlyOne(owners: readonly PhoneOwner[]): PhoneOwner | undefined {
  const names = new Set(owners.map(({ firstName, lastName }) => nameKey(firstName, lastName)));
  return names.size === 1 ? owners[0] : undefined;
}

/** Whose the phones of guardians are, so that a phone without a name is one person everywhere. */
export class PhoneOwners {
  readonly #records = new Map<string, PhoneOwner[]>();
  readonly #named = new Map<string, PhoneOwner[]>();
  readonly #calledByChild = new Map<string, PhoneOwner[]>();

  /** Records have their phone in the form of the key. */
  addRecord(phone: string, owner: Omit<PhoneOwner, 'kin'>): void {
    const { firstName, lastName } = owner;
    add(this.#records, phone, { firstName, lastName, kin: '' });
  }

  addNamed(phone: string, owner: PhoneOwner): void {
    add(this.#named, keyOf(phone), owner);
  }

  addCalledByChild(phone: string, owner: PhoneOwner): void {
    if (!this.find(phone, owner.kin)) add(this.#calledByChild, keyOf(phone), owner);
  }

  /**
   * The guardian whom the file names with a phone, else the record that has it, else the one who is
   * called by the first child. A father is never the mother.
   */
  find(phone: string, kin: string): PhoneOwner | undefined {
    const key = keyOf(phone);
    const among = (owners: Map<string, PhoneOwner[]>) =>
      (owners.get(key) ?? []).filter((one) => [one.kin, ''].includes(kin) || !one.kin);
    return (
      onlyOne(among(this.#named)) ?? onlyOne(among(this.#records)) ?? among(this.#calledByChild)[0]
    );
  }
}
