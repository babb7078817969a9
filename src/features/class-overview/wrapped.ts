/** Marks above and below letters take no room of their own. */
const lettersOf = (text: string) => text.replaceAll(/\p{M}/gu, '').length;

/** Texts in lines of about so many letters, broken at spaces and after hyphens; where a card is narrow, measuring takes too long. */
export function wrapped(texts: readonly string[], letters: number): string[] {
  return texts.flatMap((text) => {
    if (text !== '' && lettersOf(text) <= letters) return text.trimEnd();
    const lines: string[] = [];
    for (const word of text.match(/[^\s-]*-|[^\s-]+\s*|\s+/g) ?? []) {
      const longer = `${lines.at(-1) ?? ''}${word}`;
      if (lines.length > 0 && lettersOf(longer.trimEnd()) <= letters) lines[lines.length - 1] = longer;
      else lines.push(word);
    }
    return lines.map((line) => line.trimEnd());
  });
}
