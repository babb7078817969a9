/** Invisible characters: zero-width spaces and joiners, marks of direction, variation selectors. */
const INVISIBLE = /\p{DI}/gu;

/**
 * The form of a typed text that is stored: composed characters, nothing invisible, one space
 * between words and none at the ends. Letters, dashes and apostrophes stay as they were typed.
 */
export const clean = (text: string) =>
  text
    .normalize('NFC')
    .replace(INVISIBLE, '')
    .replace(/[^\S\r\n]+/g, ' ')
    .trim();

const APOSTROPHES = /[`´ʹ-ˋ‘-‛′‵ꞌ＇]/g;
const DASHES = /[\p{Pd}−⁃˗]/gu;
/** Lao and Thai digits. The code of each zero ends with a zero in base 16. */
const LOCAL_DIGITS = /[໐-໙๐-๙]/g;

/**
 * One form for signs that look alike or mean the same: all dashes, apostrophes, spaces, digits, and
 * the wide letters of Asian keyboards. Codes and phones are read from it.
 */
export const foldSigns = (text: string) =>
  // Before NFKC, which takes some apostrophes apart.
  clean(
    text
      .replace(APOSTROPHES, "'")
      .normalize('NFKC')
      .replace(/[\r\n]+/g, ' '),
  )
    .replace(DASHES, '-')
    .replace(LOCAL_DIGITS, (digit) => String(digit.charCodeAt(0) % 16));

const VARIANTS: readonly (readonly [RegExp, string])[] = [
  // ໍ + າ typed separately become one ຳ, with any tone mark between them
  [/\u0ECD([\u0EC8-\u0ECB]?)\u0EB2/g, '\u0EB3$1'],
  // Tone marks, the silent mark ໌, and apostrophes: O'Neill is found as ONeill
  [/'|[\u0EC8-\u0ECC]/g, ''],
  [/\u0EC0\u0EC0/g, '\u0EC1'], // ເເ looks like ແ
  [/\u0EAB[\u0EBC\u0EA5]/g, 'ຫລ'], // NFKC has made ໜ and ໝ two letters
  [/\u0EA3/g, 'ລ'], // ຣ
  [/\u0EC4/g, 'ໃ'], // ໄ
];

/**
 * Folds text for a forgiving search and for finding duplicates: one form for the case of letters,
 * for the signs of `foldSigns`, and for the spellings of Lao that people mix (docs/domain.md, "Lao
 * script and search"). The server's search columns and the search on the device both use it. When
 * it changes, `TEXT_FORM` grows by one, so that the stored columns are made anew.
 */
export const fold = (text: string) =>
  VARIANTS.reduce(
    (result, [variant, form]) => result.replace(variant, form),
    foldSigns(text).toLowerCase(),
  );

/** The version of `clean` and `fold`: docs/development.md, "Steps after a migration". */
export const TEXT_FORM = 1;
