/** Currencies that have a rate to kip. LAK is the money of account and never has one. */
export const foreignCurrencies = ['THB', 'USD', 'CNY', 'VND'] as const;
export type ForeignCurrency = (typeof foreignCurrencies)[number];
