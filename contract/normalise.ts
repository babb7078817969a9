const LAO_VARIANTS: readonly (readonly [RegExp, string])[] = [
  // ໍ + າ typed separately become one ຳ, with any tone mark between them
  [/\u0ECD([\u0EC8-\u0ECB]?)\u0EB2/g, '\u0EB3$1'],
  [/[\u0EC8-\u0ECC\u200B]/g, ''], // tone marks, the silent mark ໌ and the zero-width space
  [/\u0EC0\u0EC0/g, '\u0EC1'], // ເເ looks like ແ
  [/\u0EAB[\u0EBC\u0EA5]/g, 'ຫລ'],
  [/\u0EDC/g, 'ຫນ'],
  [/\u0EDD/g, 'ຫມ'],
  [/\u0EA3/g, 'ລ'], // ຣ
  [/\u0EC4/g, 'ໃ'], // ໄ
];

/**
 * Folds text for a forgiving search: one form for Latin case and for the spellings of Lao that
 * people mix (docs/domain.md, "Lao script and search"). The server's search columns and the search
 * on the device both use it.
 */
export function normalise(text: string): string {
  const folded = text.normalize('NFC').toLowerCase().trim().replace(/\s+/g, ' ');
  return LAO_VARIANTS.reduce((result, [variant, form]) => result.replace(variant, form), folded);
}
