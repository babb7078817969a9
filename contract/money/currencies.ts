/** Currencies that have a rate to kip. LAK is the money of account and never has one. */
export const foreignCurrencies = ['THB', 'USD', 'CNY', 'VND'] as const;
export type ForeignCurrency = (typeof foreignCurrencies)[number];
/** Currencies for the price of a course, a book or an hour of teaching. */
export const priceCurrencies = ['LAK', 'THB', 'USD'] as const;
export type PriceCurrency = (typeof priceCurrencies)[number];

/** Kip has no smaller unit in use; baht and dollars have a hundred. */
export const decimalsOf = (currency: string): number => (currency === 'LAK' ? 0 : 2);

/** The largest sum that `amountInWords` has tested words for, in whole units. */
export const MOST_IN_WORDS = 999_999_999_999;
