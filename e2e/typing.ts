/** Keys of a person follow each other more slowly than those of a scanner. */
export const likeAPerson = { delay: 50 } as const;
