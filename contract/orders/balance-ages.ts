/** The age of an unpaid part, by the day it is due. */
export const balanceAges = ['notDue', 'to30', 'to60', 'to90', 'older'] as const;
export type BalanceAge = (typeof balanceAges)[number];

/** The filters of a list of balances: one age, or all overdue. */
export const balanceFilters = [...balanceAges, 'overdue'] as const;
export type BalanceFilter = (typeof balanceFilters)[number];

/** The ways in which a family was reminded. */
export const reminderWays = ['copied', 'whatsApp', 'called'] as const;
export type ReminderWay = (typeof reminderWays)[number];
