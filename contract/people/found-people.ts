/**
 * The most parents, and the most students, whose orders and payments a search by name shows. A
 * common name in a large centre belongs to thousands; a second word of the name finds the others.
 */
export const MOST_PEOPLE = 200;
