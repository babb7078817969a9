import { headingKey } from '#server/lib/sheets/heading-key.ts';

/** The column of remarks, which the import knows and leaves out when the workbook comes again. */
export const remarksHeading = { en: 'What the import says', lo: 'ຜົນການນຳເຂົ້າ' };
const headingKeys = Object.values(remarksHeading).map(headingKey);

/** True for the column that a workbook with remarks has. */
export const isRemarks = (heading: string): boolean =>
  heading.split('\n').some((line) => headingKeys.includes(headingKey(line)));
