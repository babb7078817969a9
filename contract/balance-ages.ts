/** How old a part that is owed is, by the day it is due. */
export const balanceAges = ['notDue', 'to30', 'to60', 'to90', 'older'] as const;
export type BalanceAge = (typeof balanceAges)[number];

/** What a list of balances may be narrowed to: one age, or all that is overdue. */
export const balanceFilters = [...balanceAges, 'overdue'] as const;
export type BalanceFilter = (typeof balanceFilters)[number];

/** How a family was reminded. */
export const reminderWays = ['copied', 'whatsApp', 'called'] as const;
export type ReminderWay = (typeof reminderWays)[number];
