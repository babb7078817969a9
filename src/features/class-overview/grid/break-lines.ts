/** Marks above and below letters need no width. */
const lettersOf = (text: string) => text.replaceAll(/\p{M}/gu, '').length;

/**
 * Breaks texts into lines of about this many letters, at spaces and after hyphens; measuring each
 * narrow card would take too long.
 */
export function breakLines(texts: readonly string[], letters: number): string[] {
  return texts.flatMap((text) => {
    if (text !== '' && lettersOf(text) <= letters) return text.trimEnd();
    const lines: string[] = [];
    for (const word of text.match(/[^\s-]*-|[^\s-]+\s*|\s+/g) ?? []) {
      const longer = `${lines.at(-1) ?? ''}${word}`;
      if (lines.length > 0 && lettersOf(longer.trimEnd()) <= letters)
        lines[lines.length - 1] = longer;
      else lines.push(word);
    }
    return lines.map((line) => line.trimEnd());
  });
}
