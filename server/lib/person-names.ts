/** A person's name as it was written; `of` names the row that holds it. */
export const writtenName = (of: string): string => `${of}.first_name || ' ' || ${of}.last_name`;

/**
 * The name of a student or a teacher for people who read English: in Latin letters where both
 * halves are known, else as it was written. The client's `personName` has the same rule.
 */
export const latinName = (of: string): string =>
  `case when ${of}.first_name_en <> '' and ${of}.last_name_en <> '' then ${of}.first_name_en || ' ' || ${of}.last_name_en else ${writtenName(of)} end`;
