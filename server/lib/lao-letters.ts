/** Signs by their Latin letters; combining vowels by their codes, which alone are no letters. */
const latin = new Map<string, string>([
  ...Object.entries({
    ກ: 'k',
    ຂ: 'kh',
    ຄ: 'kh',
    ງ: 'ng',
    ຈ: 'ch',
    ສ: 's',
    ຊ: 'x',
    ຍ: 'nh',
    ດ: 'd',
    ຕ: 't',
    ຖ: 'th',
    ທ: 'th',
    ນ: 'n',
    ບ: 'b',
    ປ: 'p',
    ຜ: 'ph',
    ຝ: 'f',
    ພ: 'ph',
    ຟ: 'f',
    ມ: 'm',
    ຢ: 'y',
    ຣ: 'r',
    ລ: 'l',
    ວ: 'v',
    ຫ: 'h',
    ອ: 'o',
    ຮ: 'h',
    ໜ: 'n',
    ໝ: 'm',
    ະ: 'a',
    າ: 'a',
    ຽ: 'ia',
    ເ: 'e',
    ແ: 'e',
    ໂ: 'o',
    ໄ: 'ai',
    ໃ: 'ai',
  }),
  ...Object.entries({ '\u0EB1': 'a', '\u0EB4': 'i', '\u0EB5': 'i', '\u0EB6': 'u', '\u0EB7': 'u' }),
  ...Object.entries({ '\u0EB8': 'ou', '\u0EB9': 'ou', '\u0EBB': 'o', '\u0ECD': 'o' }),
  ['\u0EB3', 'am'],
]);

const TONES = /[\u0EC8-\u0ECC]/gu;

/** Signs that are read together: what they are, as one sign or as Latin letters. */
const together: [RegExp, string][] = [
  // ຫ before these only makes the tone high.
  [/ຫ(?=[ງຍນມລຣວ]|\u0EBC)/gu, ''],
  [/\u0EBC/gu, 'ລ'],
  [/\u0ECDາ/gu, '\u0EB3'],
  // A vowel around its consonant.
  [/ເ(\p{L})\u0EBBາ/gu, '$1ao'],
  [/ເ(\p{L})ຍ/gu, '$1ia'],
  [/ເ(\p{L})[\u0EB6\u0EB7]ອ/gu, '$1eua'],
  [/ເ(\p{L})[\u0EB4\u0EB5]/gu, '$1eu'],
  [/[ເແ](\p{L})[\u0EB1ະ]/gu, '$1e'],
  [/ໂ(\p{L})[\u0EB1ະ]/gu, '$1o'],
  [/[\u0EBB\u0EB1]ວ/gu, 'oua'],
  // A vowel before its consonant.
  [/([ເແໂໄໃ])(\p{L})/gu, '$2$1'],
  // ອ before a vowel carries it and has no sound.
  [/ອ(?=[\u0EB0-\u0EBBເແໂໄໃa-z])/gu, ''],
];

/**
 * A text in small Latin letters that are roughly how it sounds: `ຄຳຫຼ້າ` is `khamla`. It is only
 * for a name that somebody types to sign in, and never for a paper.
 */
export function laoInLatin(text: string): string {
  let signs = text.normalize('NFC').replace(TONES, '');
  for (const [written, as] of together) signs = signs.replace(written, as);
  return [...signs]
    .map((sign) => latin.get(sign) ?? sign)
    .join('')
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
}
