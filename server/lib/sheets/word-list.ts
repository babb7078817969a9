/** The words of a list that is written as one text with commas between them. */
export const wordList = (text: string): string[] => text.split(',').map((word) => word.trim());
