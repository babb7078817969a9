import { headingKey } from '#server/lib/sheets/heading-key.ts';

/** Kinds of records that rows name by a code or a name. */
export type NamedKind =
  'branch' | 'room' | 'product' | 'course' | 'teacher' | 'term' | 'class' | 'student' | 'payer';

/**
 * Something that a row can name: a record, or a row of the same move that will become one.
 * `isBroken` is a row that waits itself.
 */
export type KnownThing = {
  id: string;
  label: string;
  /** Offered in place of a label that others have too. */
  code?: string;
  /** The branch of a record that only has a name inside it. */
  branchId?: string;
  isBroken?: boolean;
  isErased?: boolean;
  /** An archived record is found by its code, and never offered. */
  isArchived?: boolean;
};

/** What a text names: one thing, or the reason why none. */
export type Reference =
  { id: string; thing: KnownThing } | { error: string; choices: string[] } | { waitsFor: string };

const MAX_CHOICES = 8;

/** The forms in which texts are compared, by the texts; a file repeats most of them. */
export type NameKeys = Map<string, string>;

/** The names of records and rows, by kind; codes count before names, and names before nicknames. */
export class KnownNames {
  readonly #things = new Map<NamedKind, Map<string, KnownThing>>();
  readonly #byKey = new Map<string, Set<string>>();
  /** The keys of labels by kind and id, because a name that fits nowhere is held against all. */
  readonly #labelKeys = new Map<NamedKind, Map<string, string>>();
  readonly #keys: NameKeys;

  constructor(keys: NameKeys = new Map()) {
    this.#keys = keys;
  }

  /** Codes and names are compared without spaces, dashes, case and tone marks. */
  #keyOf(text: string): string {
    const before = this.#keys.get(text);
    if (before !== undefined) return before;
    const key = headingKey(text);
    this.#keys.set(text, key);
    return key;
  }

  /** `ranks` are texts in the order in which they count: codes, names, nicknames. */
  add(kind: NamedKind, thing: KnownThing, ...ranks: readonly (readonly string[])[]): void {
    const things = this.#things.get(kind) ?? new Map<string, KnownThing>();
    things.set(thing.id, thing);
    this.#things.set(kind, things);
    const labelKeys = this.#labelKeys.get(kind) ?? new Map<string, string>();
    labelKeys.set(thing.id, this.#keyOf(thing.label));
    this.#labelKeys.set(kind, labelKeys);
    ranks.forEach((texts, rank) => {
      for (const text of texts) {
        const key = this.#keyOf(text);
        if (key === '') continue;
        const at = `${kind} ${rank} ${key}`;
        const ids = this.#byKey.get(at) ?? new Set();
        ids.add(thing.id);
        this.#byKey.set(at, ids);
      }
    });
  }

  get(kind: NamedKind, id: string): KnownThing | undefined {
    return this.#things.get(kind)?.get(id);
  }

  all(kind: NamedKind): KnownThing[] {
    return [...(this.#things.get(kind)?.values() ?? [])].filter(({ isArchived }) => !isArchived);
  }

  /** True for a text that is the code or the name of something that is not archived. */
  isName(kind: NamedKind, text: string): boolean {
    const key = this.#keyOf(text);
    return [0, 1].some((rank) =>
      [...(this.#byKey.get(`${kind} ${rank} ${key}`) ?? [])].some(
        (id) => this.get(kind, id)?.isArchived !== true,
      ),
    );
  }

  /** Things with exactly this code or name, inside a branch if one is given. */
  #exactly(kind: NamedKind, key: string, rank: number, branchId: string | undefined): KnownThing[] {
    const ids = this.#byKey.get(`${kind} ${rank} ${key}`);
    if (!ids) return [];
    const all: KnownThing[] = [];
    for (const id of ids) {
      const thing = this.get(kind, id);
      if (thing) all.push(thing);
    }
    if (all.length === 1) return all;
    // Somebody archived is another person where somebody else has the name.
    const present = all.filter(({ isArchived }) => !isArchived);
    const found = present.length > 0 ? present : all;
    const here = found.filter((thing) => thing.branchId === branchId);
    return branchId === undefined || here.length === 0 ? found : here;
  }

  /** Things whose label begins so. */
  #begunBy(kind: NamedKind, key: string): KnownThing[] {
    const found: KnownThing[] = [];
    for (const [id, label] of this.#labelKeys.get(kind) ?? []) {
      const thing = label.startsWith(key) ? this.get(kind, id) : undefined;
      if (thing && !thing.isArchived) found.push(thing);
    }
    return found;
  }

  /** The thing that has exactly this code or name; undefined for none, or for several. */
  only(kind: NamedKind, text: string): KnownThing | undefined {
    const key = this.#keyOf(text);
    if (key === '') return undefined;
    const found = this.#exactly(kind, key, 0, undefined);
    const [one, other] = found.length > 0 ? found : this.#exactly(kind, key, 1, undefined);
    return other ? undefined : one;
  }

  /** The thing that a text names. Of several, or of names that only begin so, a person chooses. */
  find(kind: NamedKind, text: string, branchId?: string): Reference {
    const key = this.#keyOf(text);
    if (key === '') return { error: 'required', choices: [] };
    for (const rank of [0, 1]) {
      const fits = this.#exactly(kind, key, rank, branchId);
      // Of two codes that only dashes tell apart, the one that is written to the letter is meant.
      const meant = fits.filter(({ label }) => label === text);
      const found = meant.length === 1 ? meant : fits;
      const [one, other] = found;
      if (one && !other) return one.isBroken ? { waitsFor: one.label } : { id: one.id, thing: one };
      if (one) return { error: `severalFit:${found.length}`, choices: labelsOf(found) };
    }
    const called = this.#exactly(kind, key, 2, branchId);
    const near = called.length > 0 ? called : this.#begunBy(kind, key);
    return near.length > 0
      ? { error: `severalFit:${near.length}`, choices: labelsOf(near) }
      : { error: `nothingNamed:${text}`, choices: [] };
  }
}

/** The labels to choose from; several things of one label are offered by their codes. */
function labelsOf(things: readonly KnownThing[]): string[] {
  const isShared = (label: string) => things.filter((one) => one.label === label).length > 1;
  return [
    ...new Set(
      things
        .slice(0, MAX_CHOICES)
        .map(({ label, code }) => (code !== undefined && isShared(label) ? code : label)),
    ),
  ];
}
