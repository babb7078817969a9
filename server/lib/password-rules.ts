import type { FieldError } from '#contract/field-errors.ts';

/** The words of a person and their centre; each is something that a colleague would try first. */
export type OwnWords = {
  email: string;
  names: readonly string[];
  phone: string;
  /** The names of the centre and its branch, whole. */
  places: readonly string[];
};

/** A shorter part of a name stands in too many good passwords by chance. */
const SHORTEST_PART = 4;
/** The end of a phone number, which stands in every form of it: +856 20, 020, 20, or without. */
const PHONE_END = 8;
const PRODUCT = 'branchdesk';

const lookalikes: Record<string, string> = { '@': 'a', '0': 'o', '1': 'l', '3': 'e', $: 's' };
const asLetters = (text: string) => text.replaceAll(/[@013$]/g, (sign) => lookalikes[sign] ?? sign);
const withoutTail = (text: string) => text.replace(/[^\p{L}\p{M}]+$/u, '');
const lettersOnly = (text: string) => text.replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');

/** A password as people vary it: without the digits and signs at its end, letters for signs. */
const variantsOf = (password: string): string[] => {
  const lower = password.toLowerCase();
  const bare = withoutTail(lower);
  return [lower, bare, asLetters(lower), asLetters(bare), withoutTail(asLetters(lower))];
};

let common: Promise<ReadonlySet<string>> | undefined;
/** Loaded once and late, because the list takes some megabytes and few requests need it. */
const commonPasswords = (): Promise<ReadonlySet<string>> =>
  (common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map(String)),
  ));

/** One sign or a row of signs again and again. */
const isRepeated = (password: string) => /^(.+?)\1+$/su.test(password);

function ownParts({ email, names, phone, places }: OwnWords): string[] {
  const [local = ''] = email.split('@');
  const ofPerson = [...names, ...local.split(/[^\p{L}\p{M}\p{N}]+/u), local];
  const phoneEnd = phone.replaceAll(/\D/g, '').replace(/^0+/, '').slice(-PHONE_END);
  return [PRODUCT, phoneEnd, ...ofPerson, ...places]
    .map((part) => lettersOnly(part.toLowerCase()))
    .filter((part) => part.length >= SHORTEST_PART);
}

/**
 * The reason against a new password of enough signs, or nothing: docs/security.md, "Passwords".
 * Signs are not prescribed, because a sentence is better than a word with signs.
 */
export async function passwordProblem(
  password: string,
  own: OwnWords,
): Promise<FieldError | undefined> {
  const text = password.normalize('NFC');
  if (isRepeated(text.toLowerCase())) return 'passwordRepeated';
  const variants = variantsOf(text);
  const letters = variants.map(lettersOnly);
  if (ownParts(own).some((part) => letters.some((variant) => variant.includes(part))))
    return 'passwordOwnWord';
  const list = await commonPasswords();
  return variants.some((variant) => list.has(variant)) ? 'passwordCommon' : undefined;
}
