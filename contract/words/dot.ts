/**
 * Between two facts of one line. If the line is full, the dot goes on in the next one with the fact
 * behind it; docs/interface.md, "Lines".
 */
export const DOT = ' ·\u00A0';
