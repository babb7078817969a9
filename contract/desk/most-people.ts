/** The most people that one search of the desk finds; apart, because screens need no schemas. */
export const MOST_DESK_PEOPLE = 10;
