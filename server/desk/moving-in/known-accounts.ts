import { nameKey } from '#contract/people/people.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';

type NewAccount = typeof userTable.$inferInsert & { _id: string };

/** What an account has that no file changes. */
type AccountFacts = Pick<NewAccount, 'email' | 'role' | 'branchId'> & { phone: string };

/** An account, or a row of this move that will become one. */
type KnownAccount = { id: string; phone: string };

const personKey = (person: { firstName: string; lastName: string; branchId: string }) =>
  `${nameKey(person.firstName, person.lastName)} ${person.branchId}`;

/** The accounts of a centre by their sign-in names, and by name and branch of their people. */
class KnownAccounts {
  readonly #ids = new Map<string, string>();
  readonly #facts = new Map<string, AccountFacts>();
  readonly #names = new Map<string, string>();
  readonly #people = new Map<string, KnownAccount[]>();

  add(account: NewAccount): void {
    const { _id: id, email, role, branchId, phone = '' } = account;
    this.#facts.set(id, { email, role, branchId, phone });
    this.#ids.set(email, id);
    this.#names.set(id, nameKey(account.firstName, account.lastName));
    const key = personKey(account);
    this.#people.set(key, [...(this.#people.get(key) ?? []), { id, phone }]);
  }

  isCalled(id: string, { firstName, lastName }: { firstName: string; lastName: string }): boolean {
    return this.#names.get(id) === nameKey(firstName, lastName);
  }

  get(id: string): AccountFacts | undefined {
    return this.#facts.get(id);
  }

  byEmail(email: string): string | undefined {
    return this.#ids.get(email);
  }

  /** Somebody of this name in this branch, unless two phones say that they are two people. */
  byPerson(
    person: { firstName: string; lastName: string; branchId: string },
    phone: string,
  ): string | undefined {
    return this.#people
      .get(personKey(person))
      ?.find((one) => one.phone === phone || one.phone === '' || phone === '')?.id;
  }

  /** The first free name of `khamla.ddk`, `khamla2.ddk` and so on. */
  freeName(called: string, branchCode: string): string {
    for (let at = 1; ; at += 1) {
      const number = at === 1 ? '' : String(at);
      const email = `${called}${number}.${branchCode.toLowerCase()}@${MADE_NAMES}`;
      if (!this.#ids.has(email)) return email;
    }
  }
}

/** The end of sign-in names that were made, to which nothing can be sent. */
const MADE_NAMES = 'centre.invalid';

export async function readKnownAccounts(tx: Db | Tx): Promise<KnownAccounts> {
  const known = new KnownAccounts();
  for (const row of await tx.select().from(userTable)) known.add(row);
  return known;
}
