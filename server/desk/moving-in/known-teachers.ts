import { nameKey } from '#contract/people/people.ts';

/** What tells teachers of one name apart. */
type LikeTeacher = {
  firstName: string;
  lastName: string;
  phone: string;
  dateOfBirth: string | null;
};

/** Teachers who are there, and those of earlier rows, by name with phone or birthday. */
export class KnownTeachers {
  readonly #ids = new Map<string, Set<string>>();
  readonly #phones = new Map<string, string>();

  add(id: string, { firstName, lastName, phone, dateOfBirth }: LikeTeacher): void {
    const name = nameKey(firstName, lastName);
    this.#phones.set(id, phone);
    for (const key of [name, `${name} ${phone}`, `${name} ${dateOfBirth ?? ''}`])
      this.#ids.set(key, (this.#ids.get(key) ?? new Set()).add(id));
  }

  /**
   * The teacher of a row without a code: of the same name and phone, or birthday; else the only one
   * of that name, unless the phones say that they are two. Several are asked.
   */
  find(like: LikeTeacher): { id?: string; several?: string[] } {
    const name = nameKey(like.firstName, like.lastName);
    for (const more of [like.phone, like.dateOfBirth ?? '']) {
      const [id] = more === '' ? [] : (this.#ids.get(`${name} ${more}`) ?? []);
      if (id !== undefined) return { id };
    }
    const ids = [...(this.#ids.get(name) ?? [])].filter((id) => {
      const phone = this.#phones.get(id) ?? '';
      return phone === '' || like.phone === '' || phone === like.phone;
    });
    const [id, other] = ids;
    return id === undefined ? {} : other === undefined ? { id } : { several: ids };
  }
}
