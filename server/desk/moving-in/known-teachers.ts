import { nameKey } from '#contract/people/people.ts';

/** What tells teachers of one name apart. */
export type LikeTeacher = {
  firstName: string;
  lastName: string;
  phone: string;
  dateOfBirth: string | null;
};

/** The teacher of a row: one, as its name alone says or more does, or several to choose from. */
type FoundTeacher = { id?: string; isSure?: boolean; several?: string[] };

/** Nothing tells two people apart where one of them says nothing. */
const mayBe = (one: string, other: string) => one === '' || other === '' || one === other;

/** Teachers who are there, and those of earlier rows, by name with phone or birthday. */
export class KnownTeachers {
  readonly #ids = new Map<string, Set<string>>();
  readonly #likes = new Map<string, LikeTeacher>();

  add(id: string, like: LikeTeacher): void {
    const name = nameKey(like.firstName, like.lastName);
    this.#likes.set(id, like);
    for (const key of [name, `${name} ${like.phone}`, `${name} ${like.dateOfBirth ?? ''}`])
      this.#ids.set(key, (this.#ids.get(key) ?? new Set()).add(id));
  }

  /**
   * The teacher of a row without a code: of the same name and phone, or birthday; else the only one
   * of that name, unless the phones or the birthdays say that they are two. Several are asked.
   */
  find(like: LikeTeacher): FoundTeacher {
    const name = nameKey(like.firstName, like.lastName);
    for (const more of [like.phone, like.dateOfBirth ?? '']) {
      const [id] = more === '' ? [] : (this.#ids.get(`${name} ${more}`) ?? []);
      if (id !== undefined) return { id, isSure: true };
    }
    const ids = [...(this.#ids.get(name) ?? [])].filter((id) => {
      const { phone = '', dateOfBirth } = this.#likes.get(id) ?? {};
      return mayBe(phone, like.phone) && mayBe(dateOfBirth ?? '', like.dateOfBirth ?? '');
    });
    const [id, other] = ids;
    return id === undefined ? {} : other === undefined ? { id } : { several: ids };
  }
}
