/** Currencies that have a rate to kip. LAK is the money of account and never has one. */
export const foreignCurrencies = ['THB', 'USD', 'CNY', 'VND'] as const;
export type ForeignCurrency = (typeof foreignCurrencies)[number];
/** What a course, a book or an hour of teaching may be priced in. */
export const priceCurrencies = ['LAK', 'THB', 'USD'] as const;
export type PriceCurrency = (typeof priceCurrencies)[number];
